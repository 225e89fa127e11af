/** Peer pointers as they are written: which calls form one, and which conditions test one. By text alone, not by the analysis that is judged. */
import { ancestors, bodyOf, callsIn, contains, declaredName, functionOf, functionsOf, isNoComment, mentions, of, variablesOf, type Call, type Code, type Node, type Variable } from './code.js';

/** Calls that give the peer's address; their pointer comes first and their rank last. */
const TRANSLATIONS = new Set(['get_sym_ptr', 'map', 'nvshmem_ptr', 'peer_address', 'ncclGetLsaPointer']);

export const isTranslation = ({ name, args }: Call): boolean => TRANSLATIONS.has(name) && args.length > 1;

/** By the team that is named, or by an API that has no team and answers null. */
export function isMaybeNull(code: Code, call: Call): boolean {
  if (call.name === 'get_sym_ptr') return call.args.length > 1 && !/Lsa/u.test(call.templateArgs ?? '');
  return call.name === 'nvshmem_ptr' || call.name === 'peer_address' || nullableFunctions(code).has(call.name);
}

export const isNeverNull = (call: Call): boolean =>
  (call.name === 'get_sym_ptr' && /Lsa/u.test(call.templateArgs ?? '')) || (call.name === 'map' && call.args.length === 2) || call.name === 'ncclGetLsaPointer';

/** Functions of the file that return null, or what may be null. */
function nullableFunctions(code: Code): ReadonlySet<string> {
  return new Set(functionsOf(code).flatMap((fn) => {
    const name = of(fn.childForFieldName('declarator') ?? fn, 'identifier', 'field_identifier')[0]?.text;
    const returns = of(fn, 'return_statement').some((node) => /^return (?:nullptr|\w+\.get_sym_ptr<\w*(?:World|Rail)>)/u.test(node.text));
    return name !== undefined && returns && name !== 'get_sym_ptr' ? [name] : [];
  }));
}

/** Translations in an expression that may give null, also by a `?:` with a null arm. */
const formsMaybeNull = (code: Code, value: Node): boolean =>
  callsIn(value).some((call) => isMaybeNull(code, call)) ||
  (/\?.*:\s*nullptr$/su.test(value.text) && callsIn(value).some(isTranslation));

export interface NullTest {
  readonly statement: Node;
  readonly condition: Node;
  /** The part of the condition that tests. */
  readonly atom: Node;
  /** What the atom says when it is true. */
  readonly says: 'present' | 'absent';
  /** The condition is the atom and nothing else. */
  readonly alone: boolean;
  /** The condition declares the pointer. */
  readonly declares: string | undefined;
  /** What runs where the pointer is known not to be null. */
  readonly present: readonly Node[];
  /** What runs where it is, or may be. */
  readonly absent: readonly Node[];
  /** Something in `present` uses the pointer. */
  readonly guards: boolean;
}

/** Tests of peer pointers, or of whether there is one, in `if` statements. */
export function nullTestsOf(code: Code): readonly NullTest[] {
  return of(code.root, 'if_statement').flatMap((statement) => {
    const fn = functionOf(statement);
    const clause = statement.childForFieldName('condition');
    const condition = clause?.childForFieldName('value');
    if (!fn || !condition) return [];
    const tested = testedIn(code, fn);
    const declares = condition.type === 'declaration' && formsMaybeNull(code, condition) ? declaredName(condition.childForFieldName('declarator') ?? condition) : undefined;
    const found = declares === undefined ? conjuncts(condition).flatMap((part) => {
      const says = saying(part, tested);
      return says ? [{ atom: part, says }] : [];
    })[0] : { atom: condition, says: 'present' as const };
    return found ? [armsOf(code, { statement, condition, declares, ...found }, tested)] : [];
  });
}

interface Tested {
  readonly pointers: ReadonlySet<string>;
  readonly bools: ReadonlyMap<string, 'present' | 'absent'>;
  /** Variables that come from one of those. */
  readonly derived: ReadonlySet<string>;
}

function testedIn(code: Code, fn: Node): Tested {
  const variables = variablesOf(fn);
  const pointers = new Set(variables.filter(({ value, type }) => !/\bbool\b/u.test(type) && formsMaybeNull(code, value)).map(({ name }) => name));
  const bools = new Map<string, 'present' | 'absent'>();
  const derived = new Set(pointers);
  for (const { name, value } of variables) {
    const says = saying(value, { pointers, bools, derived });
    if (says && !pointers.has(name)) bools.set(name, says);
    if (says || [...derived].some((other) => mentions(value, other)) || formsMaybeNull(code, value)) derived.add(name);
  }
  for (const call of callsIn(fn)) if (call.name === 'set_base_ptr' && call.args.some((arg) => formsMaybeNull(code, arg))) derived.add(call.prefix.replace(/\W+$/u, ''));
  return { pointers, bools, derived };
}

function conjuncts(node: Node): readonly Node[] {
  const inner = node.type === 'parenthesized_expression' ? node.namedChildren.find(isNoComment) : undefined;
  if (inner) return conjuncts(inner);
  const operator = node.childForFieldName('operator')?.text;
  if (node.type === 'binary_expression' && (operator === 'and' || operator === '&&')) return node.namedChildren.filter(isNoComment).flatMap(conjuncts);
  return [node];
}

function saying(node: Node, tested: Tested): 'present' | 'absent' | undefined {
  if (node.type === 'identifier') return tested.pointers.has(node.text) ? 'present' : tested.bools.get(node.text);
  if (node.type === 'call_expression') return callsIn(node)[0]?.name === 'is_nvlink_accessible' ? 'present' : undefined;
  const operator = node.childForFieldName('operator')?.text;
  if (node.type === 'unary_expression' && (operator === '!' || operator === 'not')) {
    const inner = saying(node.childForFieldName('argument') ?? node, tested);
    return inner && (inner === 'present' ? 'absent' : 'present');
  }
  const [left, right] = node.namedChildren.filter(isNoComment);
  if (node.type !== 'binary_expression' || !left || !right || !/^(?:nullptr|NULL|0)$/u.test(right.text)) return undefined;
  if (!tested.pointers.has(left.text)) return undefined;
  return operator === '!=' ? 'present' : operator === '==' ? 'absent' : undefined;
}

function armsOf(code: Code, found: Pick<NullTest, 'statement' | 'condition' | 'atom' | 'says' | 'declares'>, { derived }: Tested): NullTest {
  const { statement, says } = found;
  const consequence = statement.childForFieldName('consequence');
  const alternative = statement.childForFieldName('alternative')?.namedChildren.filter(isNoComment) ?? [];
  const arm = consequence ? [consequence] : [];
  const others = alternative.length > 0 ? alternative : consequence && leaves(consequence) ? restOfBlock(statement) : [];
  const present = says === 'present' ? arm : others;
  const guards = present.some((node) => [...derived, found.declares ?? ''].some((name) => mentions(node, name)) || callsIn(node).some((call) => isMaybeNull(code, call)));
  return { ...found, alone: found.atom.id === found.condition.id, present, absent: says === 'present' ? others : arm, guards };
}

function leaves(node: Node): boolean {
  const last = node.type === 'compound_statement' ? node.namedChildren.filter(isNoComment).at(-1) : node;
  return last !== undefined && (/^(?:return|continue|break|goto)_statement$/u.test(last.type) || last.text === '__trap();');
}

function restOfBlock(statement: Node): readonly Node[] {
  const siblings = statement.parent?.namedChildren ?? [];
  return siblings.slice(siblings.findIndex(({ id }) => id === statement.id) + 1).filter(isNoComment);
}

/** One-sided operations of a NIC that move data or say that it came. */
export const isOneSided = ({ name }: Call): boolean => /^(?:put|get|putValue|put_value|signal|signal_add|nvshmemx?_(?:\w+_p|putmem\w*|getmem\w*))$/u.test(name);

/** The argument of a one-sided operation or a translation that says which rank is meant. */
export const rankOf = ({ args }: Call): Node | undefined => (/team|Team/u.test(args[0]?.text ?? '') ? args[1] : args.at(-1));

/** The statements that hold the calls, whole. */
export function statementOf(node: Node): Node | undefined {
  return ancestors(node).find(({ type }) => type === 'expression_statement' || type === 'return_statement' || type === 'declaration');
}

/** Variables whose value is a translation and nothing else, casts left aside. */
export function translatedVariables(fn: Node): readonly (Variable & { readonly call: Call })[] {
  return variablesOf(fn).flatMap((variable) => {
    const call = callsIn(variable.value).find(isTranslation);
    const cast = /^(?:static_cast|reinterpret_cast)<[^>]*>\s*\(/u.exec(variable.value.text)?.[0] ?? '';
    const isWhole = call && variable.value.text.length === call.node.text.length + cast.length + (cast === '' ? 0 : 1);
    return isWhole ? [{ ...variable, call }] : [];
  });
}

/** Text that an index comes from: itself, the variables in it, and what bounds them, so far as it is in the function. */
export function originOf(fn: Node, index: Node, depth = 3): readonly Node[] {
  if (depth === 0) return [index];
  const names = new Set(of(index, 'identifier').map(({ text }) => text).concat(index.type === 'identifier' ? [index.text] : []));
  const values = variablesOf(fn).filter(({ name }) => names.has(name)).map(({ value }) => value);
  const bounds = of(bodyOf(fn) ?? fn, 'for_statement').flatMap((loop) => {
    const condition = loop.childForFieldName('condition');
    return condition && contains(loop, index) && names.has(condition.namedChildren[0]?.text ?? '') ? [condition] : [];
  });
  const others = [...values.filter((value) => value.id !== index.id), ...bounds.filter((bound) => bound.id !== index.id)];
  return [index, ...others.flatMap((node) => originOf(fn, node, depth - 1))];
}
