/** Statements that synchronise or move data, by the instruction that they are: inline assembly, a wrapper of it, or a call of CUDA's own. */
import { bodyOf, callsIn, contains, functionsOf, of, readCall, type Call, type Code, type Node } from './code.js';
import { isTranslation, translatedVariables } from './pointers.js';

export interface Step {
  /** The whole statement. */
  readonly node: Node;
  /** PTX, or the name of the function. */
  readonly what: string;
  readonly call: Call | undefined;
}

export const isCommit = ({ what }: Step): boolean => what.includes('cp.async.bulk.commit_group');
export const isGroupWait = ({ what }: Step): boolean => what.includes('cp.async.bulk.wait_group');
export const isBulkStore = ({ what }: Step): boolean => what.startsWith('cp.async.bulk.global.shared');
export const isBulkLoad = ({ what }: Step): boolean => what.startsWith('cp.async.bulk.shared');
export const isProxyFence = ({ what }: Step): boolean => what.startsWith('fence.proxy.async');
export const isInitFence = ({ what }: Step): boolean => what.startsWith('fence.mbarrier_init');
export const isSystemFence = ({ what }: Step): boolean => /^fence\.(?:acq_rel|sc)\.sys|^__threadfence_system$/u.test(what);
export const isRelease = ({ what }: Step): boolean => /^(?:st|red|atom)\.release\.sys/u.test(what);

/** In source order. */
export function stepsIn(code: Code, fn: Node): readonly Step[] {
  return of(bodyOf(fn) ?? fn, 'expression_statement').flatMap((node): readonly Step[] => {
    const expression = node.namedChildren[0];
    if (expression?.type === 'gnu_asm_expression') return [{ node, what: instructionOf(expression), call: undefined }];
    const call = expression?.type === 'call_expression' ? readCall(expression) : undefined;
    return call ? [{ node, what: code.wrappers.get(call.name) ?? call.name, call }] : [];
  });
}

/** The strings of an `asm` as one. */
export function instructionOf(asm: Node): string {
  const template = asm.childForFieldName('assembly_code');
  return template ? of(template, 'string_content').map(({ text }) => text).join('').trim() : '';
}

/** Joins ranks by itself: a barrier of all PEs, or a poll of memory that peers write. */
export function joinsRanks(code: Code, step: Step): boolean {
  return /^nvshmemx?_(?:barrier_all|sync_all)/u.test(step.what) || (step.call !== undefined && code.rankBarriers.has(step.call.name));
}

/** Does the expression give a peer's address that may be another GPU's? Not of the rail team, and not of the own rank. */
export function isPeerAddress(fn: Node, node: Node): boolean {
  const isOther = (call: Call): boolean => isTranslation(call) && !/Rail/u.test(call.templateArgs ?? '') && !/\.rank$|^rank_idx$/u.test(call.args.at(-1)?.text ?? '');
  if (callsIn(node).some(isOther)) return true;
  const variable = translatedVariables(fn).find(({ name, declaration }) => name === node.text && declaration.startIndex < node.startIndex);
  return variable !== undefined && isOther(variable.call);
}

/** Writes through a peer's address: stores, bulk stores, atomics that are no releases. */
export function peerWritesIn(code: Code, fn: Node): readonly Node[] {
  const stores = of(bodyOf(fn) ?? fn, 'assignment_expression').filter((node) => {
    const left = node.childForFieldName('left');
    const target = left?.childForFieldName('argument');
    return left && target && /^(?:pointer|subscript)_expression$/u.test(left.type) && isPeerAddress(fn, target);
  });
  const copies = stepsIn(code, fn).filter((step) => isBulkStore(step) && step.call?.args[0] !== undefined && isPeerAddress(fn, step.call.args[0]));
  return [...stores, ...copies.map(({ node }) => node)];
}

export const between = (steps: readonly Step[], from: Node, to: Node): readonly Step[] =>
  steps.filter(({ node }) => node.startIndex >= from.endIndex && node.endIndex <= to.startIndex);

/** Functions of the file that call this one, and itself. */
export function callersOf(code: Code, fn: Node): readonly Node[] {
  const name = of(fn.childForFieldName('declarator') ?? fn, 'identifier', 'field_identifier')[0]?.text;
  return functionsOf(code).filter((other) => contains(other, fn) || callsIn(other).some((call) => call.name === name));
}
