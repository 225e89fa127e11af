/** Faults in bulk groups, proxies, scopes and publication. */
import { ancestors, bodyOf, callsIn, functionsOf, of, type Call, type Code, type Node } from '../code.js';
import { drop, replace, together, type Change, type Operator } from '../operator.js';
import { between, callersOf, isBulkLoad, isBulkStore, isCommit, isGroupWait, isInitFence, isPeerAddress, isProxyFence, isRelease, isSystemFence, peerWritesIn, stepsIn, type Step } from '../steps.js';

const isHeader = ({ path }: Code): boolean => path.endsWith('.cuh');

const inFunctions = (code: Code, find: (fn: Node, steps: readonly Step[]) => readonly Change[]): readonly Change[] =>
  functionsOf(code).flatMap((fn) => find(fn, stepsIn(code, fn)));

/**
 * Commits that the wait for the copy before them rests on. Where another commit stands behind the copy, or in its loop, that
 * one may be the one that was meant: so the rule, and the trap `commits-out-of-sight`.
 */
function neededCommits(steps: readonly Step[]): readonly { readonly commit: Step; readonly copy: Step }[] {
  const groups = steps.filter((step) => isCommit(step) || isGroupWait(step) || isBulkStore(step));
  return groups.flatMap((commit, at) => {
    const copy = groups[at - 1];
    if (!isCommit(commit) || !copy || !isBulkStore(copy) || !groups.slice(at).some(isGroupWait)) return [];
    const hasOther = groups.some((other, i) => isCommit(other) && other !== commit && (i > at || loopOf(copy.node)?.id === loopOf(other.node)?.id));
    return hasOther ? [] : [{ commit, copy }];
  });
}

const loopOf = (node: Node): Node | undefined => ancestors(node).find(({ type }) => /^(?:for|while|do)_statement$/u.test(type));

function swapped(code: Code, first: Node, second: Node): Change {
  return first.parent?.id === second.parent?.id && first.nextNamedSibling?.id === second.id ? together(replace(code, first, second.text), replace(code, second, first.text)) : [];
}

interface AwaitedPut {
  readonly wait: Step;
  /** Groups that are committed after the copy and before the wait, its own among them. */
  readonly groups: number;
}

/** Waits between a bulk copy and the put of what it writes, where there is one only. */
function awaitedPuts(fn: Node, steps: readonly Step[]): readonly AwaitedPut[] {
  return callsIn(bodyOf(fn) ?? fn).filter(({ name }) => name === 'put').flatMap((put) => {
    const copies = steps.filter((step) => isBulkStore(step) && step.call?.args[0]?.text === put.args[1]?.text && step.node.endIndex < put.node.startIndex);
    const copy = copies.at(-1);
    if (!copy) return [];
    const [wait, ...others] = between(steps, copy.node, put.node).filter(isGroupWait);
    return wait && others.length === 0 ? [{ wait, groups: between(steps, copy.node, wait.node).filter(isCommit).length }] : [];
  });
}

/** What the fence is for: the next copy, in this function or in one that calls it. */
function isForBulkStore(code: Code, fn: Node, fence: Step): boolean {
  const next = stepsIn(code, fn).find((step) => step.node.startIndex > fence.node.startIndex && (isBulkLoad(step) || isBulkStore(step)));
  return next ? isBulkStore(next) : (isHeader(code) && of(fn, 'subscript_expression').length > 0) || callersOf(code, fn).some((other) => other.id !== fn.id && stepsIn(code, other).some(isBulkStore));
}

const bulkWait = (what: string): string => `asm volatile("cp.async.bulk.wait_group${what};" ::: "memory");`;

/** Releases of a word at a peer, which publish what was written to peers above. */
function publishes(code: Code, fn: Node, steps: readonly Step[]): readonly (Step & { readonly fence: Step | undefined })[] {
  const writes = peerWritesIn(code, fn);
  return steps.flatMap((step) => {
    const write = writes.findLast(({ endIndex }) => endIndex <= step.node.startIndex);
    const target = step.call?.args[0];
    if (!write || !target || !/^(?:st|red)\.(?:release|relaxed)\.sys/u.test(step.what) || !isPeerAddress(fn, target)) return [];
    if (!isPolledHere(code, fn, target)) return [];
    return [{ ...step, fence: between(steps, write, step.node).find(isSystemFence) }];
  });
}

/** The kernel polls the same word, as its peers do: what is waited for elsewhere may be anything. */
function isPolledHere(code: Code, fn: Node, target: Node): boolean {
  const [pointer] = callsIn(target).flatMap(({ args }) => args);
  const name = pointer && /^\w+/u.exec(pointer.text)?.[0];
  return name !== undefined && of(fn, 'while_statement').some((loop) => pollsIn(code, loop).some((poll) => poll.args[0]?.text.startsWith(name)));
}

const pollsIn = (code: Code, loop: Node): readonly Call[] => callsIn(loop).filter((call) => code.wrappers.get(call.name)?.startsWith('ld.') || /^ld_/u.test(call.name));

/** The instruction of a wrapper in place of its call, changed. */
function inlined(code: Code, { node, what, call }: Step, from: string, to: string): Change {
  const [target, value] = call?.args ?? [];
  return target && value && what.includes(from) ? replace(code, node, `asm volatile("${what.replace(from, to)}" ::"l"(${target.text}), "r"(${value.text}) : "memory");`) : [];
}

/** Inline assembly of wrappers in headers: every kernel that uses them has the fault. */
const wrapperText = (code: Code, pattern: RegExp, to: string): readonly Change[] =>
  of(code.root, 'gnu_asm_expression').flatMap((asm) => of(asm, 'string_content')).filter(({ text }) => pattern.test(text)).map((node) => replace(code, node, node.text.replace(pattern, to)));

/** `nvshmem_fence` or `nvshmem_quiet`, with a put before it and a word that is set at the same PE behind it, which is waited for in the function. */
function fencesBetweenPuts(code: Code, steps: readonly Step[]): readonly Change[] {
  const pe = ({ what, call }: Step): string | undefined => (/^nvshmemx?_\w*(?:put|_p$|atomic|signal_op)/u.test(what) ? call?.args.at(-1)?.text : undefined);
  return steps.flatMap((step, at): readonly Change[] => {
    const flag = steps[at + 1];
    const to = flag && pe(flag);
    const word = flag?.call?.args[0]?.text;
    const isAwaited = steps.slice(at).some(({ what, call }) => /wait_until$/u.test(what) && call?.args[0]?.text === word);
    return /^nvshmem_(?:fence|quiet)$/u.test(step.what) && to !== undefined && isAwaited && steps.slice(0, at).some((put) => pe(put) === to) ? [drop(code, step.node)] : [];
  });
}

export const orderOperators: readonly Operator[] = [
  { name: 'drop-commit', rule: 'order.uncommitted-bulk', changes: (code) => inFunctions(code, (_, steps) => neededCommits(steps).map(({ commit }) => drop(code, commit.node))) },
  { name: 'commit-before-the-copy', rule: 'order.uncommitted-bulk', changes: (code) => inFunctions(code, (_, steps) => neededCommits(steps).filter(({ copy }) => !loopOf(copy.node)).map(({ copy, commit }) => swapped(code, copy.node, commit.node))) },
  {
    name: 'drop-proxy-fence', rule: 'order.missing-proxy-fence',
    changes: (code) => inFunctions(code, (fn, steps) => steps.filter((step) => isProxyFence(step) && isForBulkStore(code, fn, step)).map(({ node }) => drop(code, node))),
  },
  {
    name: 'drop-mbarrier-init-fence', rule: 'order.missing-proxy-fence',
    changes: (code) => inFunctions(code, (fn, steps) => (isHeader(code) || callersOf(code, fn).some((other) => stepsIn(code, other).some(isBulkLoad)) ? steps.filter(isInitFence).map(({ node }) => drop(code, node)) : [])),
  },
  { name: 'drop-wait-before-put', rule: 'order.put-before-complete', changes: (code) => inFunctions(code, (fn, steps) => awaitedPuts(fn, steps).map(({ wait }) => drop(code, wait.node))) },
  { name: 'raise-count-before-put', rule: 'order.put-before-complete', changes: (code) => inFunctions(code, (fn, steps) => awaitedPuts(fn, steps).map(({ wait, groups }) => replace(code, wait.node, bulkWait(` ${groups}`)))) },
  { name: 'wait-for-reads-before-put', rule: 'order.put-before-complete', changes: (code) => inFunctions(code, (fn, steps) => awaitedPuts(fn, steps).map(({ wait }) => replace(code, wait.node, bulkWait('.read 0')))) },
  {
    name: 'release-in-device-scope', rule: 'order.narrow-scope',
    changes: (code) => inFunctions(code, (fn, steps) => steps.filter((step) => isRelease(step) && step.call?.args[0] && isPeerAddress(fn, step.call.args[0])).map((step) => inlined(code, step, '.sys', '.gpu'))),
  },
  {
    name: 'atomic-in-device-scope', rule: 'order.narrow-scope',
    changes: (code) => functionsOf(code).flatMap((fn) => callsIn(bodyOf(fn) ?? fn).filter(({ name, args: [target] }) => /^atomic\w+_system$/u.test(name) && target && isPeerAddress(fn, target)).map(({ node }) => {
      const callee = node.childForFieldName('function') ?? node;
      return replace(code, callee, callee.text.replace('_system', ''));
    })),
  },
  { name: 'wrapper-in-device-scope', rule: 'order.narrow-scope', changes: (code) => (isHeader(code) ? wrapperText(code, /(?<=^(?:red|st)\.release\.)sys/u, 'gpu') : []) },
  {
    name: 'relaxed-flag', rule: 'order.weak-flag',
    changes: (code) => inFunctions(code, (fn, steps) => publishes(code, fn, steps).filter(({ fence }) => !fence).map((step) => inlined(code, step, '.release.', '.relaxed.'))),
  },
  {
    name: 'drop-fence-before-flag', rule: 'order.weak-flag',
    changes: (code) => inFunctions(code, (fn, steps) => publishes(code, fn, steps).flatMap(({ fence, what }) => (fence && what.includes('.relaxed.') ? [drop(code, fence.node)] : []))),
  },
  { name: 'relaxed-wrapper', rule: 'order.weak-flag', changes: (code) => (isHeader(code) ? wrapperText(code, /(?<=^(?:red|st|atom)\.)release/u, 'relaxed') : []) },
  { name: 'relaxed-poll-wrapper', rule: 'order.weak-flag', changes: (code) => (isHeader(code) ? wrapperText(code, /(?<=^ld\.)acquire/u, 'relaxed') : []) },
  { name: 'drop-fence-between-puts', rule: 'order.weak-flag', changes: (code) => inFunctions(code, (_, steps) => fencesBetweenPuts(code, steps)) },
];
