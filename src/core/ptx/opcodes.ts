/** The base opcodes of the PTX ISA ("Instruction Set"), by what they may touch. */

/** Registers, predicates and constants only: no memory access, no ordering, no other thread. */
const REGISTER_OPCODES = [
  // Integer and extended precision.
  'add', 'sub', 'mul', 'mad', 'mul24', 'mad24', 'sad', 'div', 'rem', 'abs', 'neg', 'min', 'max', 'popc', 'clz', 'bfind', 'fns',
  'brev', 'bfe', 'bfi', 'bmsk', 'szext', 'dp4a', 'dp2a', 'addc', 'subc', 'madc',
  // Floating point.
  'testp', 'copysign', 'fma', 'rcp', 'sqrt', 'rsqrt', 'sin', 'cos', 'lg2', 'ex2', 'tanh',
  // Comparison, selection, logic, shifts.
  'set', 'setp', 'selp', 'slct', 'and', 'or', 'xor', 'not', 'cnot', 'lop3', 'shf', 'shl', 'shr',
  // Data movement between registers, and address conversion.
  'mov', 'prmt', 'cvt', 'cvta', 'mapa', 'getctarank', 'isspacep', 'istypep', 'createpolicy', 'alloca', 'stacksave', 'stackrestore',
  // Video instructions.
  'vadd', 'vsub', 'vabsdiff', 'vmin', 'vmax', 'vshl', 'vshr', 'vmad', 'vset', 'vadd2', 'vsub2', 'vavrg2', 'vabsdiff2', 'vmin2',
  'vmax2', 'vset2', 'vadd4', 'vsub4', 'vavrg4', 'vabsdiff4', 'vmin4', 'vmax4', 'vset4',
  // Debugging aids without an effect on memory; `activemask` needs no convergence.
  'pmevent', 'activemask', 'nop',
] as const;

const OTHER_OPCODES = [
  'ld', 'ldu', 'st', 'atom', 'red', 'multimem', 'ldmatrix', 'stmatrix', 'movmatrix', 'prefetch', 'prefetchu', 'applypriority',
  'discard', 'cp', 'mbarrier', 'fence', 'membar', 'bar', 'barrier', 'elect', 'shfl', 'vote', 'match', 'redux', 'mma', 'wmma',
  'wgmma', 'tcgen05', 'tensormap', 'griddepcontrol', 'clusterlaunchcontrol', 'setmaxnreg', 'nanosleep', 'trap', 'brkpt', 'exit',
  'ret', 'bra', 'brx', 'call', 'tex', 'tld4', 'txq', 'suld', 'sust', 'sured', 'suq',
] as const;

const REGISTER: ReadonlySet<string> = new Set(REGISTER_OPCODES);
/** All base opcodes. */
export const OPCODES: readonly string[] = [...REGISTER_OPCODES, ...OTHER_OPCODES];
const KNOWN: ReadonlySet<string> = new Set(OPCODES);

export function isRegisterOpcode(base: string): boolean {
  return REGISTER.has(base);
}

/** `base` is the part before the first dot; `tcgen05` also where a `::` follows. */
export function isKnownOpcode(base: string): boolean {
  return KNOWN.has(base);
}
