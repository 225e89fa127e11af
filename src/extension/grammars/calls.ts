/**
 * Calls that make or use symmetric memory, by name: a grammar knows no types. Names come from the catalog; those whose bodies are
 * in the workspace, which the analysis recognizes by what they do, are added here in their usual spelling.
 */
import { catalog } from '../../core/catalog/index.js';
import type { CatalogEntry } from '../../core/catalog/index.js';
import { anyOf, type Rule } from './textmate.js';

const KINDS = ['peer-pointer', 'reachability', 'one-sided', 'rank-barrier', 'team', 'rank', 'allocation'] as const;
type Kind = (typeof KINDS)[number];

const USUAL: Partial<Readonly<Record<Kind, readonly string[]>>> = {
  'peer-pointer': ['get_sym_ptr'],
  'reachability': ['is_nvlink_accessible'],
};

/** Whatever else a library with such a prefix has; its operations are patterns of many types in the catalog. */
const LIBRARIES = String.raw`(?:nvshmem[xi]?|rocshmem)_\w+`;

/** Methods that have a plain word for a name say nothing without their object: `gin.put`, `sym_buffer.map`. */
const PLAIN_WORD = /^[a-z]+$/;
const GIN = String.raw`(?:\w+_)?gin(?:_\w*|\d*)`;
const SYMMETRIC_BUFFER = String.raw`(?i:\w*sym\w*)`;

const INDEX = String.raw`(?:\[[^\[\]]*\])?`;
const ACCESS = String.raw`\s*(?:\.|->)\s*`;
/**
 * `a.b[i]->`, `ns::`, or the end of such a thing after a bracket, with the blanks before it: all that the base grammar would take
 * together with the name, since the rule that starts first wins.
 */
const CHAIN = String.raw`((?:(?<!\s)\s+|(?<!\w)|(?=[.:-]))(?:(?:\.|->|::)\s*)?(?:(?<!\w)\w+${INDEX}\s*(?:\.|->|::)\s*)*)`;
/** Arguments nested twice: `<ncclTeamTagLsa>`, `<Team<N>, T>`. */
const TEMPLATE_ARGUMENTS = String.raw`(\s*<(?:[^<>;(){}"]|<[^<>;(){}"]*>)*>)?`;

function kindOf(entry: CatalogEntry): Kind | undefined {
  if (entry.kind !== 'call') return entry.kind;
  return entry.allocates === 'symmetric' || entry.registersArg !== undefined ? 'allocation' : undefined;
}

function distinctNames(kind: Kind): readonly string[] {
  const names = catalog.data.entries
    .filter((entry) => kindOf(entry) === kind && (entry.owner === undefined || !PLAIN_WORD.test(entry.name)))
    .map(({ name }) => name);
  return [...names, ...(USUAL[kind] ?? [])];
}

function plainMethods(kind: Kind): readonly string[] {
  return catalog.data.entries.filter((entry) => entry.owner !== undefined && kindOf(entry) === kind && PLAIN_WORD.test(entry.name)).map(({ name }) => name);
}

/**
 * One rule, tried once at each place; which alternative fits says what kind of call it is.
 * `base`: suffix of the host language's scopes, `cpp` or `cuda-cpp`.
 */
export function symmetricCalls(base: string): Rule {
  const chain: Rule = { patterns: [{ include: '#chain' }] };
  const name = (kind: string): Rule => ({ name: `entity.name.function.call.${base} support.function.symmetric-memory.${kind}.${base}` });
  const byName = KINDS.map((kind) => ({ groups: [`(${anyOf(distinctNames(kind))})`], captures: [name(kind)] }));
  const byReceiver = (receiver: string, kind: Kind, methods: readonly string[]) =>
    ({ groups: [`(${receiver}${INDEX}${ACCESS})`, `(${anyOf(methods)})`], captures: [chain, name(kind)] });
  const alternatives = [
    ...byName,
    { groups: [`(${LIBRARIES})`], captures: [name('library')] },
    byReceiver(SYMMETRIC_BUFFER, 'peer-pointer', ['map']),
    byReceiver(GIN, 'one-sided', plainMethods('one-sided')),
  ];
  const template: Rule = { name: `meta.template.call.${base}`, patterns: [{ include: `source.${base}#template_call_range` }] };
  const captures = [chain, ...alternatives.flatMap((alternative) => alternative.captures), template];
  return {
    match: String.raw`${CHAIN}(?<!\w)(?:${alternatives.map(({ groups }) => groups.join('')).join('|')})\b${TEMPLATE_ARGUMENTS}(?=\s*\()`,
    captures: Object.fromEntries(captures.map((capture, i) => [i + 1, capture])),
  };
}

/** The objects and namespaces before the name, as the base grammar names them. */
export function receiverChain(base: string): Rule {
  return {
    patterns: [
      {
        match: String.raw`(\w+)\s*(::)`,
        captures: {
          1: { name: `entity.name.scope-resolution.function.call.${base}` },
          2: { name: `punctuation.separator.namespace.access.${base} punctuation.separator.scope-resolution.function.call.${base}` },
        },
      },
      { match: '::', name: `punctuation.separator.scope-resolution.function.call.${base}` },
      { match: String.raw`\bthis\b`, name: `variable.language.this.${base}` },
      { match: String.raw`(?<=\.|->)\s*\w+`, name: `variable.other.object.property.${base}` },
      { match: String.raw`\w+(?=\s*(?:\[|\.|->))`, name: `variable.other.object.access.${base}` },
      { match: '->', name: `punctuation.separator.pointer-access.${base}` },
      { match: String.raw`\.`, name: `punctuation.separator.dot-access.${base}` },
      { include: `source.${base}#square_brackets` },
    ],
  };
}
