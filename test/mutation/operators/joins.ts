/** Faults in what lets one thread speak for others, and in what lets memory be written again. */
import { ancestors, bodyOf, callsIn, contains, functionsOf, isKernel, of, type Code, type Node } from '../code.js';
import { drop, type Change, type Operator } from '../operator.js';
import { between, isBulkStore, isGroupWait, isPeerAddress, stepsIn, type Step } from '../steps.js';

const isJoin = ({ what }: Step): boolean => /^__sync(?:threads|warp)$|^bar(?:rier)?\.sync/u.test(what);
const publishes = ({ what }: Step): boolean => /^(?:st|red|atom)\.(?:release|acq_rel)\.(?:gpu|sys)/u.test(what);

/** Stores to elements, each thread to its own: the index is made of the thread's. */
function storesIn(fn: Node): readonly { readonly node: Node; readonly array: string; readonly index: string }[] {
  return of(bodyOf(fn) ?? fn, 'assignment_expression').flatMap((node) => {
    const left = node.childForFieldName('left');
    const array = left?.childForFieldName('argument')?.text;
    return left?.type === 'subscript_expression' && array !== undefined ? [{ node, array, index: left.text.slice(array.length) }] : [];
  });
}

const loopsOf = (node: Node): readonly Node[] => ancestors(node).filter(({ type }) => /^(?:for|while|do)_statement$/u.test(type));

/** Who stands under the condition is one thread of those who wrote. */
const isOfOneThread = ({ node }: Step): boolean => ancestors(node).some((branch) => branch.type === 'if_statement' && /== 0/u.test(branch.childForFieldName('condition')?.text ?? ''));

/** The only join between the stores of all threads and the release of one, both at peers or both here. */
function joinsBeforeRelease(code: Code, fn: Node): readonly Change[] {
  const steps = stepsIn(code, fn);
  return steps.filter((step) => publishes(step) && isOfOneThread(step)).flatMap((release) => {
    const isAt = (node: Node | undefined | null): boolean => node != null && isPeerAddress(fn, node);
    const store = storesIn(fn).findLast(({ node, index }) => isAt(node.childForFieldName('left')?.childForFieldName('argument')) === isAt(release.call?.args[0]) && node.endIndex < release.node.startIndex && /threadIdx|lane|\[i\]|\+ i\]/u.test(index));
    const [join, ...others] = store ? between(steps, store.node, release.node).filter(isJoin) : [];
    return join && others.length === 0 ? [drop(code, join.node)] : [];
  });
}

/** The only join between the stores of all threads into a shared array and loads of other elements of it. */
function joinsBeforeLoad(code: Code, fn: Node): readonly Change[] {
  const body = bodyOf(fn) ?? fn;
  const steps = stepsIn(code, fn);
  const shared = new Set(of(body, 'declaration').filter(({ text }) => text.includes('__shared__')).flatMap((node) => of(node, 'array_declarator').map((array) => of(array, 'identifier')[0]?.text ?? '')));
  const stores = storesIn(fn).filter(({ array, index }) => shared.has(array) && index === '[threadIdx.x]');
  return stores.flatMap((store) => {
    const load = of(body, 'subscript_expression').find((node) => node.startIndex > store.node.endIndex && node.childForFieldName('argument')?.text === store.array && !node.text.endsWith('[threadIdx.x]'));
    const [join, ...others] = load ? between(steps, store.node, load).filter(isJoin) : [];
    return join && others.length === 0 && !ancestors(join.node).some(({ type }) => type === 'if_statement') ? [drop(code, join.node)] : [];
  });
}

/** The only wait on the way from a bulk store to the next store into its source, a whole array: further down, or in the next pass of a loop. */
function waitsBeforeReuse(code: Code, fn: Node): readonly Change[] {
  const steps = stepsIn(code, fn);
  return steps.filter(isBulkStore).flatMap((copy) => {
    const source = copy.call?.args[1]?.text ?? '';
    const stores = storesIn(fn).filter(({ array }) => array === source && /^\w+$/u.test(source));
    const later = stores.find(({ node }) => node.startIndex > copy.node.endIndex);
    const loop = loopsOf(copy.node).find((outer) => stores.some(({ node }) => contains(outer, node)));
    const waits = later ? between(steps, copy.node, later.node).filter(isGroupWait) : loop ? steps.filter((step) => isGroupWait(step) && contains(loop, step.node)) : [];
    return waits.length === 1 ? waits.map(({ node }) => drop(code, node)) : [];
  });
}

/** What brings the wait of one thread to the others who write. */
function joinsAfterWait(code: Code, fn: Node): readonly Change[] {
  const steps = stepsIn(code, fn);
  return steps.flatMap((wait, at) => {
    const next = steps[at + 1];
    const loop = loopsOf(wait.node)[0];
    const isReused = loop && steps.some((copy) => isBulkStore(copy) && contains(loop, copy.node) && storesIn(fn).some(({ node, array }) => contains(loop, node) && array === copy.call?.args[1]?.text));
    return isGroupWait(wait) && isOfOneThread(wait) && isReused && next && isJoin(next) && contains(loop, next.node) ? [drop(code, next.node)] : [];
  });
}

/** Flushes between a put and the next store into what it sends. */
function flushesBeforeReuse(code: Code, fn: Node): readonly Change[] {
  const body = bodyOf(fn) ?? fn;
  const flushes = stepsIn(code, fn).filter(({ what }) => /^(?:flush|nvshmem\w*_quiet)$/u.test(what));
  return flushes.filter(({ node }) => callsIn(body).some(({ name, args: [, source], node: put }) => {
    const stores = source ? of(body, 'assignment_expression').filter(({ text }) => text.startsWith(`*${source.text} =`)) : [];
    return name === 'put' && put.endIndex < node.startIndex && stores.some((store) => store.startIndex > node.endIndex);
  })).map(({ node }) => drop(code, node));
}

const inKernels = (code: Code, find: (code: Code, fn: Node) => readonly Change[]): readonly Change[] => functionsOf(code).filter(isKernel).flatMap((fn) => find(code, fn));

export const joinOperators: readonly Operator[] = [
  { name: 'drop-join-before-release', rule: 'order.unjoined-publish', changes: (code) => inKernels(code, joinsBeforeRelease) },
  { name: 'drop-join-before-load', rule: 'order.unjoined-publish', changes: (code) => inKernels(code, joinsBeforeLoad) },
  { name: 'drop-wait-before-reuse', rule: 'order.buffer-reuse', changes: (code) => inKernels(code, waitsBeforeReuse) },
  { name: 'drop-join-after-wait', rule: 'order.buffer-reuse', changes: (code) => inKernels(code, joinsAfterWait) },
  { name: 'drop-flush-before-reuse', rule: 'order.buffer-reuse', changes: (code) => inKernels(code, flushesBeforeReuse) },
];
