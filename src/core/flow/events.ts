/** What a function does, in evaluation order: the raw material of sites, findings and graphs. */
import type { FunctionDecl } from '../program/ir.js';
import type { RankSpace } from '../catalog/index.js';
import type { Team } from '../schema.js';
import type { PtxEffect, StateSpace } from '../ptx/types.js';
import type { Facts } from './facts.js';
import type { Peer, Place } from './peer.js';
import type { Taken } from './state.js';
import type { Term } from './terms.js';

interface EventBase {
  /** Where it happens; inside a callee that was followed, that callee's own line. */
  readonly place: Place;
  /** The innermost place in the analysed function's own text: `place`, or the call that led there. */
  readonly anchor: Place;
  readonly facts: Facts;
  readonly path: readonly Taken[];
  /** Loops around it, outermost first, callers' loops included; empty where the evaluation does not trace. */
  readonly loops: readonly Place[];
}

/** A load, store or atomic; for a copy engine or a plain assignment both sides are known. */
export interface AccessEvent extends EventBase {
  readonly kind: 'access';
  readonly access: 'load' | 'store' | 'atomic';
  readonly address: Term;
  /** What the address is of, where the instruction says so. */
  readonly space: StateSpace;
  /** A store's value, or the address that a copy reads from. */
  readonly source: Term | undefined;
  /** `source` is an address that is copied from, not a value. */
  readonly copies: boolean;
  /** Callee as written, or the shape of the expression. */
  readonly op: string;
  /** Instruction or API. */
  readonly mechanism: string;
  /** Text of the address argument. */
  readonly addressText: string;
  readonly sourceText: string;
}

export interface FormEvent extends EventBase {
  readonly kind: 'form';
  readonly peer: Peer;
  readonly rankText: string | undefined;
  readonly pointerText: string | undefined;
  readonly teamText: string | undefined;
}

export interface ReachabilityEvent extends EventBase {
  readonly kind: 'reachability';
  readonly api: string;
  readonly family: string;
  readonly team: Team | undefined;
  readonly rank: Term | undefined;
  readonly rankText: string | undefined;
  readonly teamText: string | undefined;
  readonly result: Term;
}

/** What a wrapper does where it need not go through the network. */
export interface DirectAccess {
  readonly access: 'load' | 'store' | 'atomic';
  readonly mechanism: string;
  /** What it does instead where the rank is the caller's own. */
  readonly own?: string;
}

export interface OneSidedEvent extends EventBase {
  readonly kind: 'one-sided';
  readonly api: string;
  readonly family: string;
  /** `put`, `get`, `signal`, … as the catalog names the operation. */
  readonly operation: string;
  readonly access: 'remote-store' | 'remote-load' | 'remote-atomic' | undefined;
  readonly mechanism: string;
  readonly team: Team | undefined;
  readonly teamText: string | undefined;
  /** What the rank counts, where no team says it. */
  readonly rankSpace?: RankSpace | undefined;
  readonly rank: Term | undefined;
  readonly rankText: string | undefined;
  readonly destination: Term | undefined;
  readonly destinationText: string | undefined;
  readonly source: Term | undefined;
  readonly sourceText: string | undefined;
  /** `source` is an address that is copied from, not a value. */
  readonly copies: boolean;
  readonly args: readonly Term[];
  /** The pointer arguments are local symmetric addresses that the API itself translates. */
  readonly translates: boolean;
  /** Of a wrapper: what it does instead where the peer can be addressed directly. */
  readonly direct?: DirectAccess | undefined;
  /** The code writes the NIC's work queue itself: which of the arguments is the rank is not known. */
  readonly posted?: boolean;
  /** Calls from the analysed function to the operation's own, outermost first. */
  readonly calls: readonly Place[];
}

/** Any call that was made, whatever became of it; barriers and completion are read off these. */
export interface CallEvent extends EventBase {
  readonly kind: 'call';
  readonly name: string;
  readonly target: FunctionDecl | undefined;
  /** The catalog says what it does. */
  readonly known?: boolean;
  readonly args: readonly Term[];
  /** The object of a method that is not in the workspace. */
  readonly receiver?: Term | undefined;
}

/** A pointer leaves the analysis: passed to code that was not followed, returned, or stored in memory. */
export interface EscapeEvent extends EventBase {
  readonly kind: 'escape';
  readonly address: Term;
  readonly how: string;
}

/** A callee that was not followed uses an argument as a rank. */
export interface RankUseEvent extends EventBase {
  readonly kind: 'rank-use';
  readonly api: string;
  readonly rank: Term;
  readonly rankText: string | undefined;
  readonly space: Exclude<RankSpace, 'pe'>;
}

/** Threads of a grid or a cluster, or ranks, wait for each other. */
export interface SyncEvent extends EventBase {
  readonly kind: 'sync';
  readonly name: string;
  readonly level: 'ranks' | 'grid' | 'cluster';
  /** Of a library's barrier of ranks; undefined: not known, or what its body signals. */
  readonly team?: Team | undefined;
}

/**
 * One instruction's effect with its operands as values: what orders, joins, completes or moves. Emitted only where the
 * evaluation traces (`Machine.traces`); operands are undefined where the instruction has none or does not say.
 */
export interface EffectEvent extends EventBase {
  readonly kind: 'effect';
  readonly effect: PtxEffect;
  /** Callee as written in the analysed function, or `asm`. */
  readonly op: string;
  readonly destination: Term | undefined;
  readonly source: Term | undefined;
  /** The mbarrier's address. */
  readonly mbarrier: Term | undefined;
  /** Bytes. */
  readonly size: Term | undefined;
  readonly count: Term | undefined;
  /** Barrier number, or phase or parity of an mbarrier wait. */
  readonly selector: Term | undefined;
  /** What is stored, added, compared. */
  readonly values: readonly (Term | undefined)[];
  /** The callee elects the one thread of the warp that executes it. */
  readonly elects: boolean;
  /** Calls from the analysed function to the instruction, outermost first. */
  readonly calls: readonly Place[];
}

/** A condition asked whether a pointer is null. */
export interface NullTestEvent extends EventBase {
  readonly kind: 'null-test';
  readonly pointer: Term;
  /** What the test evaluates to, as a condition. */
  readonly condition: Term;
  readonly text: string;
}

export type Event = AccessEvent | FormEvent | ReachabilityEvent | OneSidedEvent | CallEvent | EscapeEvent | NullTestEvent | SyncEvent | RankUseEvent | EffectEvent;
type WithoutContext<T> = T extends EventBase ? Omit<T, 'anchor' | 'facts' | 'path' | 'loops'> : never;
export type NewEvent = WithoutContext<Event>;
