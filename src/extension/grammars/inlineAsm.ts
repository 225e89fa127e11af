/** An asm statement: templates are PTX; what follows the first colon is C++ with constraints. */
import { PTX_SCOPE } from './ptx.js';
import type { Rule } from './textmate.js';

/** Known to GCC, Clang and nvcc, in any number and order. */
const QUALIFIER = '(?:volatile|__volatile__|__volatile|goto|inline|__inline__|__inline)';

/** `base`: suffix of the host language's scopes, `cpp` or `cuda-cpp`. */
export function inlineAsm(base: string): Readonly<Record<string, Rule>> {
  const comments: readonly Rule[] = [
    { include: `source.${base}#comments` },
    { match: String.raw`\\$`, name: `constant.character.escape.line-continuation.${base}` },
  ];
  const quotes = {
    beginCaptures: { 0: { name: `punctuation.definition.string.begin.${base}` } },
    endCaptures: { 0: { name: `punctuation.definition.string.end.${base}` } },
  };
  /** Themes draw `meta.embedded` as code, not as text; VS Code pairs brackets in it. */
  const content = { contentName: 'meta.embedded.inline.ptx', ...quotes };
  return {
    asm: {
      // A name that is only called like the keyword is followed by something else.
      begin: String.raw`(?<![\w.>])(asm|__asm__|__asm)\b(?=\s*(?:\(|\\?$|/[/*]|${QUALIFIER}\b))`,
      end: String.raw`(?<=\))|(?=[;{}])`,
      beginCaptures: { 1: { name: `storage.type.asm.${base}` } },
      name: `meta.asm.${base}`,
      patterns: [{ match: String.raw`\b${QUALIFIER}\b`, name: `storage.modifier.${base}` }, ...comments, { include: '#statement' }],
    },
    statement: {
      begin: String.raw`\(`,
      end: String.raw`\)`,
      beginCaptures: { 0: { name: `punctuation.section.parens.begin.bracket.round.assembly.${base}` } },
      endCaptures: { 0: { name: `punctuation.section.parens.end.bracket.round.assembly.${base}` } },
      patterns: [{ include: '#operands' }, { include: '#raw-template' }, { include: '#template' }, ...comments, { include: '#expression' }],
    },
    template: {
      begin: String.raw`(?:u8|[uUL])?"`,
      end: String.raw`"|(?<!\\)$`,
      name: `string.quoted.double.${base}`,
      ...content,
      patterns: [{ include: `${PTX_SCOPE}#escaped` }],
    },
    'raw-template': {
      begin: String.raw`(?:u8|[uUL])?R"([^ ()\\\t]{0,16})\(`,
      end: String.raw`\)\1"`,
      name: `string.quoted.double.raw.${base}`,
      ...content,
      patterns: [{ include: `${PTX_SCOPE}#raw` }],
    },
    operands: {
      begin: ':',
      end: String.raw`(?=\))`,
      beginCaptures: { 0: { name: `punctuation.separator.delimiter.colon.assembly.${base}` } },
      patterns: [
        { match: ':', name: `punctuation.separator.delimiter.colon.assembly.${base}` },
        { match: String.raw`\[\s*(\w+)\s*\]`, captures: { 1: { name: `variable.other.asm.label.${base}` } } },
        { begin: '"', end: '"', name: `string.quoted.double.${base}`, ...quotes },
        ...comments,
        { include: '#expression' },
        { match: ',', name: `punctuation.separator.delimiter.comma.${base}` },
      ],
    },
    // Only in parentheses: beside them, the base grammar would take an operand's [name] for a lambda.
    expression: {
      begin: String.raw`\(`,
      end: String.raw`\)`,
      beginCaptures: { 0: { name: `punctuation.section.parens.begin.bracket.round.assembly.inner.${base}` } },
      endCaptures: { 0: { name: `punctuation.section.parens.end.bracket.round.assembly.inner.${base}` } },
      patterns: [{ include: `source.${base}#evaluation_context` }],
    },
  };
}
