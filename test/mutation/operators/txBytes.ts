/** Faults in how many bytes an mbarrier is told to expect. */
import { bodyOf, callsIn, functionsOf, isKernel, variablesOf, type Call, type Code, type Node } from '../code.js';
import { drop, replace, wrap, type Change, type Operator } from '../operator.js';

const inKernels = (code: Code, find: (fn: Node) => readonly Change[]): readonly Change[] => functionsOf(code).filter(isKernel).flatMap(find);

const calls = (code: Code, fn: Node, instruction: RegExp): readonly Call[] =>
  callsIn(bodyOf(fn) ?? fn).filter(({ name, statement, args }) => statement !== undefined && args.length > 0 && instruction.test(code.wrappers.get(name) ?? ''));

const announcements = (code: Code, fn: Node): readonly Call[] => calls(code, fn, /mbarrier\.arrive\.expect_tx/u);
/** What comes by a plain bulk copy; a tensor map's box is not in the code. */
const copies = (code: Code, fn: Node): readonly Call[] => calls(code, fn, /^cp\.async\.bulk\.shared\S*\.global\.mbarrier/u);

/** Kernels whose copies have a size in the code. */
const counted = (code: Code, fn: Node): boolean => copies(code, fn).length > 0 && calls(code, fn, /cp\.async\.bulk\.tensor|\.multicast/u).length === 0;

/** A copy whose neighbours in the block are another copy and the announcement of both. */
function oneOfSeveral(code: Code, fn: Node): readonly Change[] {
  const all = copies(code, fn);
  return all.flatMap(({ statement }) => {
    const beside = all.filter((other) => other.statement?.parent?.id === statement?.parent?.id);
    return statement && beside.length > 1 ? [drop(code, statement)] : [];
  });
}

/** Of two sizes that the kernel computes, one for the other. Two that it is given may be equal. */
function bytesOfAnother(code: Code, fn: Node): readonly Change[] {
  const all = copies(code, fn);
  return all.flatMap(({ statement, args }) => {
    const own = args.at(-1);
    const other = all.find((copy) => copy.statement?.parent?.id === statement?.parent?.id && copy.args.at(-1)?.text !== own?.text)?.args.at(-1);
    return own && other && isComputed(fn, own) && isComputed(fn, other) ? [replace(code, own, other.text)] : [];
  });
}

const isComputed = (fn: Node, { text }: Node): boolean => variablesOf(fn).some(({ name, declaration, value }) => name === text && declaration.text.startsWith('constexpr') && /\*/u.test(value.text));

export const txBytesOperators: readonly Operator[] = [
  { name: 'announce-twice-the-bytes', rule: 'mbarrier.tx-bytes', changes: (code) => inKernels(code, (fn) => (counted(code, fn) ? announcements(code, fn).flatMap(({ args: [, bytes] }) => (bytes ? [wrap(code, bytes, '2 * (', ')')] : [])) : [])) },
  { name: 'announce-sixteen-bytes-less', rule: 'mbarrier.tx-bytes', changes: (code) => inKernels(code, (fn) => (counted(code, fn) ? announcements(code, fn).flatMap(({ args: [, bytes] }) => (bytes ? [replace(code, bytes, `${bytes.text} - 16`)] : [])) : [])) },
  { name: 'bytes-of-another-copy', rule: 'mbarrier.tx-bytes', changes: (code) => inKernels(code, (fn) => (counted(code, fn) ? bytesOfAnother(code, fn) : [])) },
  { name: 'drop-one-copy', rule: 'mbarrier.tx-bytes', changes: (code) => inKernels(code, (fn) => oneOfSeveral(code, fn)) },
];
