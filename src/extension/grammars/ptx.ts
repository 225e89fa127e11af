/**
 * PTX as it stands in a C++ string literal. An instruction may be spread over adjacent literals and glued together by macros,
 * so every rule but the one for a `call`'s or a branch's target looks at one token and remembers nothing.
 */
import { OPCODES } from '../../core/ptx/opcodes.js';
import { SPECIAL_REGISTER } from '../../core/ptx/operands.js';
import { QUALIFIERS } from '../../core/ptx/qualifiers.js';
import { anyOf, type Grammar, type Rule } from './textmate.js';

export const PTX_SCOPE = 'source.ptx.inline';

/** Not inside a word; but `\n` and `\t` end in a letter. */
const START = String.raw`(?:(?<![\w.$%])|(?<=\\[nrtvf]))`;
const NAME = String.raw`[A-Za-z_$][\w$]*`;
/** A register, an operand, or a predicate, as a predicate or a branch names it. */
const VALUE = String.raw`%?%?(?:${NAME}|\d+|\[\w+\])`;

/** Complete without a qualifier. All others are only opcodes before a dot, or where the next literal starts with it, so that a register can be named `min`. */
const BARE = ['ret', 'exit', 'trap', 'brkpt', 'bra', 'call', 'nop', 'stackrestore'];
const DIRECTIVES = ['reg', 'sreg', 'align', 'pragma', 'branchtargets', 'calltargets', 'callprototype', 'noreturn', 'loc', 'file', 'section', 'alias'];

const qualifier = (name: string, words: readonly string[]): Rule => ({ match: String.raw`\.${anyOf(words)}(?![\w:])`, name });

const ESCAPES: Rule = {
  patterns: [
    { match: String.raw`\\(?:[abfnrtv'"?\\]|[0-7]{1,3}|x[0-9A-Fa-f]+)`, name: 'constant.character.escape.ptx' },
    { match: String.raw`\\$`, name: 'constant.character.escape.line-continuation.ptx' },
  ],
};

const COMMENTS: Rule = {
  patterns: [
    { match: String.raw`//(?:(?!\\n|"|\)\w*").)*`, name: 'comment.line.double-slash.ptx' },
    { match: String.raw`/\*(?:(?!\*/|").)*(?:\*/)?`, name: 'comment.block.ptx' },
  ],
};

const VALUES: readonly Rule[] = [
  { match: `${START}%%?${SPECIAL_REGISTER}(?![\\w$])`, name: 'variable.language.special-register.ptx' },
  { match: String.raw`%[a-zA-Z]?(?:\d+|\[\w+\])`, name: 'variable.parameter.operand.ptx' },
  // %= is a number that is different in each copy of the statement; %{ %| %} stand for the characters themselves.
  { match: String.raw`%[={|}]`, name: 'constant.character.escape.operand.ptx' },
  { match: `${START}%%?(?=[A-Za-z_$])${NAME}`, name: 'variable.other.register.ptx' },
  { match: String.raw`${START}(?:0[fF][0-9A-Fa-f]{8}|0[dD][0-9A-Fa-f]{16})\b`, name: 'constant.numeric.float.ptx' },
  { match: String.raw`${START}(?:0[xX][0-9A-Fa-f]+|0[bB][01]+)U?\b`, name: 'constant.numeric.integer.ptx' },
  { match: String.raw`${START}\d+\.\d*(?:[eE][-+]?\d+)?(?!\w)`, name: 'constant.numeric.float.ptx' },
  { match: String.raw`${START}\d+U?\b`, name: 'constant.numeric.integer.ptx' },
  { match: String.raw`${START}WARP_SZ\b`, name: 'constant.language.ptx' },
  { match: String.raw`${START}_(?![\w$])`, name: 'variable.language.sink.ptx' },
  { match: START + NAME, name: 'variable.other.register.ptx' },
];

const PUNCTUATION: readonly Rule[] = [
  { match: ';', name: 'punctuation.terminator.statement.ptx' },
  { match: ',', name: 'punctuation.separator.comma.ptx' },
  { match: '[{}]', name: 'punctuation.section.block.ptx' },
  { match: String.raw`[\[\]]`, name: 'punctuation.section.brackets.ptx' },
  { match: '[()]', name: 'punctuation.section.parens.ptx' },
  { match: '[|!+*<>=:-]', name: 'keyword.operator.ptx' },
];

const CODE: Rule = {
  patterns: [
    {
      match: `(@)(!?)(${VALUE})`,
      captures: {
        1: { name: 'keyword.operator.predicate.ptx' },
        2: { name: 'keyword.operator.logical.ptx' },
        3: { name: 'variable.other.predicate.ptx' },
      },
    },
    {
      match: String.raw`(${START}${NAME}(?:%=)?(?:${NAME})?)\s*(:)(?!:)`,
      captures: { 1: { name: 'entity.name.label.ptx' }, 2: { name: 'punctuation.separator.label.ptx' } },
    },
    {
      match: String.raw`${START}(bra)(\.uni)?\s+(${NAME}(?:%=)?(?:${NAME})?)`,
      captures: { 1: { name: 'keyword.control.mnemonic.ptx' }, 2: { name: 'storage.modifier.ptx' }, 3: { name: 'entity.name.label.ptx' } },
    },
    { match: String.raw`${START}(?:${anyOf(OPCODES)}(?=[."])|${anyOf(BARE)}(?![\w$%:]))`, name: 'keyword.control.mnemonic.ptx' },
    { match: String.raw`\.${anyOf(DIRECTIVES)}\b(?!:)`, name: 'keyword.other.directive.ptx' },
    qualifier('storage.modifier.space.ptx', QUALIFIERS.space),
    qualifier('storage.modifier.order.ptx', QUALIFIERS.order),
    qualifier('storage.modifier.scope.ptx', QUALIFIERS.scope),
    qualifier('support.type.ptx', [...QUALIFIERS.type, 'pred']),
    // `.2d` too, of tensors; a number with a fraction has a digit before its dot.
    { match: String.raw`\.(?:[A-Za-z_]|(?<!\d\.)\d+[a-z])\w*(?:::\w+)*`, name: 'storage.modifier.ptx' },
    ...VALUES,
    ...PUNCTUATION,
  ],
};

/** `#escaped` is for an ordinary literal, `#raw` for a raw one, where a backslash is a backslash. */
export const PTX: Grammar = {
  scopeName: PTX_SCOPE,
  patterns: [{ include: '#raw' }],
  repository: {
    escaped: { patterns: [{ include: '#escapes' }, { include: '#raw' }] },
    raw: { patterns: [{ include: '#comments' }, { include: '#code' }] },
    escapes: ESCAPES,
    comments: COMMENTS,
    code: CODE,
  },
};
