/**
 * What inline PTX says, as plain data. Instructions come from the template text alone; effects tie their operands to the
 * C++ operands of the asm statement. The vocabulary is the PTX ISA's: state space, memory consistency model, proxies.
 */

export type PtxOperand =
  /** `%0`, `%w1`: a C++ operand by position, outputs first. */
  | { readonly kind: 'operand'; readonly index: number; readonly modifier: string }
  /** `%[name]`: a C++ operand by symbolic name. */
  | { readonly kind: 'named'; readonly name: string }
  /** A PTX register, declared in the body or not. */
  | { readonly kind: 'register'; readonly name: string }
  /** `%laneid`, `%clock64`, …: PTX ISA "Special Registers", without the percent sign. */
  | { readonly kind: 'special'; readonly name: string }
  | { readonly kind: 'immediate'; readonly text: string; readonly value: number | undefined }
  | { readonly kind: 'vector'; readonly items: readonly PtxOperand[] }
  /** `[base + offset]`, or `[base, {coordinates}]` of a tensor copy. */
  | { readonly kind: 'address'; readonly base: PtxOperand; readonly offset: number; readonly coordinates: readonly PtxOperand[] }
  /** `a|b`: two results of one instruction. */
  | { readonly kind: 'pair'; readonly items: readonly PtxOperand[] }
  /** `_`, the result that nobody wants. */
  | { readonly kind: 'sink' }
  | { readonly kind: 'unparsed'; readonly text: string };

export interface PtxGuard {
  readonly negated: boolean;
  readonly register: PtxOperand;
}

export interface PtxInstruction {
  /** Full spelling with all modifiers, e.g. `ld.acquire.sys.global.u32`; for text that is no instruction, that text. */
  readonly opcode: string;
  /** `opcode` split at its dots: `['ld', 'acquire', 'sys', 'global', 'u32']`. */
  readonly parts: readonly string[];
  readonly operands: readonly PtxOperand[];
  readonly guard: PtxGuard | undefined;
  /** Labels that stand directly before the instruction. */
  readonly labels: readonly string[];
  /** Offset of the opcode in the template text, in UTF-16 units. */
  readonly offset: number;
  /** The text is not the shape of a PTX instruction: its effect is unknown. */
  readonly unknown: boolean;
}

/** PTX ISA "State Spaces"; `generic` when the instruction names none; `tensor` is tcgen05's tensor memory. */
export type StateSpace =
  | 'generic' | 'global' | 'shared' | 'shared::cta' | 'shared::cluster' | 'local' | 'param' | 'const' | 'tensor';

/** PTX ISA "Memory Consistency Model". `weak` also when nothing is written. */
export type MemoryOrder = 'weak' | 'relaxed' | 'acquire' | 'release' | 'acq_rel' | 'sc' | 'volatile' | 'mmio';

/** PTX ISA "Scope". `undefined` where an operation has no scope (weak accesses). */
export type MemoryScope = 'cta' | 'cluster' | 'gpu' | 'sys';

/** PTX ISA "Proxies". */
export type Proxy = 'generic' | 'async' | 'tensormap' | 'alias';

/** PTX ISA "Completion Mechanisms for Asynchronous Copy Operations". */
export type Completion = 'none' | 'mbarrier' | 'bulk-group' | 'async-group' | 'wgmma-group' | 'tcgen05-commit';

/**
 * An operand as a value. `operand` indexes outputs then inputs of the asm statement (of a catalogued call: its arguments,
 * from 0; or `RECEIVER`, `RETURN_VALUE`, `templateArg(n)`); it is followed back through moves and address arithmetic in the asm body.
 * Undefined when it comes from no single operand.
 */
export interface PtxValue {
  readonly operand: number | undefined;
  /** The value when the text itself is a number. */
  readonly constant: number | undefined;
  readonly text: string;
}

export interface PtxAddress {
  readonly operand: number | undefined;
  readonly space: StateSpace;
  /** Constant byte offset added in the brackets. */
  readonly offset: number;
  readonly text: string;
  /** The address went through `mapa`: it is another CTA's shared memory. */
  readonly mapped: boolean;
}

/** `operand` of a catalogued method's object. */
export const RECEIVER = -1;
/** `operand` of a catalogued call's return value, in `results`. */
export const RETURN_VALUE = -2;
const FIRST_TEMPLATE_ARG = -16;

/** `operand` of a catalogued call's n-th explicit template argument, counted from 0. */
export function templateArg(n: number): number {
  return FIRST_TEMPLATE_ARG - n;
}

/** Which template argument an `operand` means; undefined if it is none. */
export function templateArgIndex(operand: number): number | undefined {
  return operand <= FIRST_TEMPLATE_ARG ? FIRST_TEMPLATE_ARG - operand : undefined;
}

export type PtxEffectKind =
  // Memory, by the issuing thread.
  | 'load' | 'store' | 'atomic' | 'reduction' | 'prefetch'
  // Memory, by the bulk and tensor copy engines.
  | 'bulk-load' | 'bulk-store' | 'bulk-copy' | 'bulk-reduce' | 'bulk-prefetch'
  | 'tensor-load' | 'tensor-store' | 'tensor-reduce' | 'tensor-prefetch'
  | 'bulk-commit' | 'bulk-wait'
  // Non-bulk cp.async, st.async and red.async.
  | 'async-copy' | 'async-commit' | 'async-wait' | 'async-arrive' | 'async-store' | 'async-reduce'
  | 'mbarrier-init' | 'mbarrier-inval' | 'mbarrier-arrive' | 'mbarrier-arrive-tx' | 'mbarrier-expect-tx'
  | 'mbarrier-complete-tx' | 'mbarrier-wait'
  /** `fence`, `membar`: orders the thread's accesses. */
  | 'fence'
  /** `fence.proxy.*`: orders accesses of different proxies. */
  | 'fence-proxy'
  /** `fence.mbarrier_init`: makes mbarrier.init visible to the cluster. */
  | 'fence-mbarrier-init'
  | 'barrier-sync' | 'barrier-arrive' | 'warp-sync' | 'cluster-arrive' | 'cluster-wait' | 'cluster-sync' | 'grid-sync'
  | 'elect' | 'warp-collective'
  | 'grid-dependency-wait' | 'grid-dependency-launch'
  | 'matrix' | 'matrix-fence' | 'matrix-commit' | 'matrix-wait'
  | 'tensor-memory-alloc' | 'tensor-memory-dealloc' | 'tensormap-write'
  | 'register-count' | 'sleep' | 'trap' | 'exit' | 'branch'
  /** Registers only: no memory access, no ordering. */
  | 'register'
  /** The compiler may not move memory accesses across; the hardware does nothing. */
  | 'compiler-fence'
  | 'unknown';

export interface PtxPredicate {
  readonly negated: boolean;
  readonly text: string;
  /** The comparison that set the predicate register in the same asm body, e.g. `ge` of operand 5 and 0. */
  readonly comparison: { readonly op: string; readonly left: PtxValue; readonly right: PtxValue } | undefined;
}

/** One instruction's effect. A field is undefined where the instruction has no such thing, or does not say it. */
export interface PtxEffect {
  readonly kind: PtxEffectKind;
  /** The instruction with all its modifiers. */
  readonly mechanism: string;
  readonly predicate: PtxPredicate | undefined;
  /** The instruction stands in a loop of its own asm body: a poll or a wait that spins. */
  readonly looped: boolean;
  /** Memory written (by stores, copies, reductions, atomics). */
  readonly destination: PtxAddress | undefined;
  /** Memory read (by loads, copies; an atomic's is its destination). For tensor copies the global side is the tensor map. */
  readonly source: PtxAddress | undefined;
  /** The mbarrier that the instruction works on, or that its completion is reported to. */
  readonly mbarrier: PtxAddress | undefined;
  /** Bytes of a bulk copy, transaction bytes of an mbarrier operation. */
  readonly size: PtxValue | undefined;
  /** Arrival count of an mbarrier, group count of a wait, thread count of a barrier. */
  readonly count: PtxValue | undefined;
  /** Barrier number of bar / barrier; phase or parity of an mbarrier wait. */
  readonly selector: PtxValue | undefined;
  /** Values stored, added, exchanged, compared. */
  readonly values: readonly PtxValue[];
  /** Operand indices written with results. */
  readonly results: readonly number[];
  /** Operand indices read, addresses included. */
  readonly inputs: readonly number[];
  readonly order: MemoryOrder | undefined;
  readonly scope: MemoryScope | undefined;
  readonly proxy: Proxy | undefined;
  /** The only state space that a proxy fence covers (`fence.proxy.async.shared::cta`); undefined: all. */
  readonly space: StateSpace | undefined;
  /** Bytes that one thread moves: element size times vector length. Undefined for bulk copies (see `size`). */
  readonly width: number | undefined;
  readonly completion: Completion;
  /**
   * What tells apart instructions of one kind: `add`, `cas`, `exch`, … of atomics and reductions; `try_wait` or `test_wait`
   * of an mbarrier wait (neither blocks by itself: only when `looped`); `ld` or `st` of a tcgen05 wait; the rest of a family's name.
   */
  readonly operation: string | undefined;
  /** `wait_group.read`: waits only until the source may be overwritten. */
  readonly readOnly: boolean;
  /** Non-coherent load (`ld.global.nc`): never to be used for data that another thread writes in this launch. */
  readonly nonCoherent: boolean;
  /** The address is a multicast address (`multimem.*`): the access goes to every member. */
  readonly multimem: boolean;
  /** `.aligned` barriers and matrix instructions: all threads of the warp must execute the same one. */
  readonly aligned: boolean;
  /** Name of the special register that a `register` effect reads, e.g. `laneid`. */
  readonly special: string | undefined;
}

export interface PtxAsm {
  readonly template: string | undefined;
  readonly outputs: readonly { readonly constraint: string; readonly symbol: string | undefined }[];
  readonly inputs: readonly { readonly constraint: string; readonly symbol: string | undefined }[];
  readonly clobbers: readonly string[];
}
