/** Faults in what is translated, and for which rank of which team. */
import { ancestors, bodyOf, callsIn, contains, functionOf, functionsOf, of, variablesOf, type Call, type Code, type Node } from '../code.js';
import { atStart, replace, together, wrap, type Change, type Operator } from '../operator.js';
import { isOneSided, isTranslation, originOf, rankOf } from '../pointers.js';

/** Calls in functions that translate an address; the definition of such a function translates by other means. */
const translations = (code: Code): readonly Call[] => functionsOf(code).flatMap((fn) => callsIn(bodyOf(fn) ?? fn)).filter(isTranslation).filter(({ name }) => name !== 'ncclGetLsaPointer');

const calleeOf = ({ node }: Call): string => node.childForFieldName('function')?.text ?? '';

function translatedTwice(code: Code, call: Call): Change {
  const [pointer] = call.args;
  const others = call.args.slice(1).map(({ text }) => text).join(', ');
  return pointer ? wrap(code, pointer, `${calleeOf(call)}(`, `, ${others})`) : [];
}

/** The operations that take untyped addresses, so that the mutant is still a program. */
function peerPointerSent(code: Code, call: Call): Change {
  const [target] = call.args;
  const rank = rankOf(call)?.text ?? '';
  if (!target) return [];
  if (/^nvshmemx?_(?:put|get)mem/u.test(call.name)) return wrap(code, call.name.includes('get') ? (call.args[1] ?? target) : target, 'nvshmem_ptr(', `, ${rank})`);
  const object = call.prefix.replace(/\.$/u, '');
  return (call.name === 'put' || call.name === 'put_value') && call.templateArgs !== undefined ? wrap(code, target, `${object}.get_sym_ptr<${call.templateArgs}>(`, `, ${rank})`) : [];
}

/** Arrays in shared memory that are declared above the place. */
function sharedAbove(fn: Node, place: Node): string | undefined {
  return of(fn, 'declaration').filter((node) => node.text.includes('__shared__') && node.endIndex < place.startIndex)
    .flatMap((node) => of(node, 'array_declarator').map((array) => of(array, 'identifier')[0]?.text))[0];
}

function inShared(code: Code, { node, args: [pointer] }: Call): Change {
  const fn = functionOf(node);
  const name = fn && sharedAbove(fn, node);
  return name !== undefined && pointer && pointer.text !== name ? replace(code, pointer, name) : [];
}

/** Rows of arrays in a class that the kernel declares for its shared memory, by the variables that hold them. */
function rowInShared(code: Code, { node, args: [pointer] }: Call): Change {
  const fn = functionOf(node);
  const body = fn && bodyOf(fn);
  if (!fn || !body?.text.includes('extern __shared__') || !pointer) return [];
  const arrays = of(body, 'field_declaration').flatMap(({ text }) => /(?<name>\w+)\[\w+\]\[\w+\];$/u.exec(text)?.groups?.['name'] ?? []);
  const row = variablesOf(fn).find(({ name, value, declaration }) =>
    declaration.endIndex < node.startIndex && name !== pointer.text && arrays.some((array) => new RegExp(`^\\w+\\.${array}\\[\\w+\\]$`, 'u').test(value.text)));
  const isInScope = row && contains(row.declaration.parent ?? row.declaration, node);
  return isInScope ? replace(code, pointer, row.name) : [];
}

/** A copy in a local variable has an address that no peer knows. */
function inLocal(code: Code, { node, args: [pointer] }: Call): Change {
  const fn = functionOf(node);
  const body = fn && bodyOf(fn);
  return body && pointer ? together(atStart(code, body, 'int own_copy[32] = {};'), replace(code, pointer, 'own_copy')) : [];
}

/** Words that say which team a rank or a size is of. */
const LSA = /\b(?:team_lsa|lsa)\.(?:rank|nRanks)\b|\blsa(?:Rank|Size)\b/u;
const WORLD = /\b(?:team_world|world)\.rank\b|\bworld_rank\b|\bcomm\.rank\b/u;

/** A rank that counts in the domain, by all that it is made of. */
function countsInDomain(fn: Node, rank: Node): boolean {
  const origin = originOf(fn, rank).map(({ text }) => text);
  return origin.some((text) => LSA.test(text)) && !origin.some((text) => WORLD.test(text) || /team_rail\.rank|TeamRank/u.test(text));
}

/** Uses of a rank with the team that it is for. */
const ranked = (code: Code): readonly { readonly fn: Node; readonly call: Call; readonly rank: Node }[] =>
  functionsOf(code).flatMap((fn) => callsIn(bodyOf(fn) ?? fn).filter((call) => isTranslation(call) || isOneSided(call)).flatMap((call) => {
    const rank = rankOf(call);
    return rank ? [{ fn, call, rank }] : [];
  }));

const wantsLsa = ({ name, templateArgs }: Call): boolean => name === 'ncclGetLsaPointer' || templateArgs === 'ncclTeamTagLsa';

const OTHER: Readonly<Record<string, string>> = { lsaRank: 'rank', lsaSize: 'nRanks', team_lsa: 'team_world', ncclTeamLsa: 'ncclTeamWorld' };

/** The world's number in place of the domain's. What is reduced by the domain's size is an index in it again, whatever it was. */
function worldForDomain(code: Code, fn: Node, rank: Node): readonly Change[] {
  const names = originOf(fn, rank).flatMap((node) => of(node, 'identifier', 'field_identifier')).filter(({ text }) => text in OTHER);
  return names.filter((name) => !isReduced(name)).map((name) => replace(code, name, OTHER[name.text] ?? ''));
}

const isReduced = (node: Node): boolean =>
  ancestors(node).some((outer) => outer.childForFieldName('operator')?.text === '%' && contains(outer.childForFieldName('left') ?? outer, node));

/** `world_rank % lsa.nRanks` and `/ lsa.nRanks` without the last step, if it is the only one. */
function unreduced(code: Code, fn: Node, rank: Node): readonly Change[] {
  const steps = originOf(fn, rank).flatMap((node) => of(node, 'binary_expression')).filter((node) => {
    const right = node.childForFieldName('right')?.text ?? '';
    return /^[%/]$/u.test(node.childForFieldName('operator')?.text ?? '') && (LSA.test(right) || right === 'lsa_size');
  });
  const [step] = steps;
  const isOfWorld = step && WORLD.test(originOf(fn, step.childForFieldName('left') ?? step).map(({ text }) => text).join(' '));
  return isOfWorld && steps.length === 1 ? [replace(code, step, step.childForFieldName('left')?.text ?? '')] : [];
}

export const addressOperators: readonly Operator[] = [
  { name: 'translate-twice', rule: 'pointer.double-translation', changes: (code) => translations(code).map((call) => translatedTwice(code, call)) },
  {
    name: 'send-to-the-peer-pointer', rule: 'pointer.double-translation',
    changes: (code) => functionsOf(code).flatMap((fn) => callsIn(bodyOf(fn) ?? fn)).filter(isOneSided).map((call) => peerPointerSent(code, call)),
  },
  { name: 'translate-shared-memory', rule: 'pointer.not-symmetric', changes: (code) => translations(code).map((call) => inShared(code, call)) },
  { name: 'translate-row-of-shared-memory', rule: 'pointer.not-symmetric', changes: (code) => translations(code).map((call) => rowInShared(code, call)) },
  { name: 'translate-a-local-copy', rule: 'pointer.not-symmetric', changes: (code) => translations(code).map((call) => inLocal(code, call)) },
  {
    name: 'world-rank-in-the-domain', rule: 'pointer.rank-space',
    changes: (code) => ranked(code).filter(({ fn, call, rank }) => wantsLsa(call) && countsInDomain(fn, rank)).flatMap(({ fn, rank }) => worldForDomain(code, fn, rank)),
  },
  {
    name: 'world-team-for-a-domain-rank', rule: 'pointer.rank-space',
    changes: (code) => ranked(code).filter(({ fn, call, rank }) => call.templateArgs === 'ncclTeamTagLsa' && countsInDomain(fn, rank)).map(({ call: { node } }) => {
      const team = of(node.childForFieldName('function') ?? node, 'template_argument_list')[0];
      return team ? replace(code, team, '<ncclTeamTagWorld>') : [];
    }),
  },
  { name: 'rank-not-reduced', rule: 'pointer.rank-space', changes: (code) => ranked(code).flatMap(({ fn, rank }) => unreduced(code, fn, rank)) },
];

