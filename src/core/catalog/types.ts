/**
 * The catalog says what functions, methods and types of libraries do whose bodies are not in the workspace. A workspace
 * function of the same name is never looked up: its body is what counts. Argument positions start at 0; `RECEIVER` is the
 * object of a method call. Every entry names the source of its facts.
 */
import type { Access, Nullness, Team } from '../schema.js';
import type { MemoryScope, PtxEffect } from '../ptx/index.js';

export { RECEIVER, RETURN_VALUE } from '../ptx/index.js';

/**
 * What a rank index counts. `world`: NCCL's global rank; `lsa`: index in the load/store-accessible team; `rail`: index in
 * the rail team (of the NVLink domain, "node"); `pe`: NVSHMEM's or rocSHMEM's global PE number.
 */
export type RankSpace = 'world' | 'lsa' | 'rail' | 'pe';

/** A fact that is fixed, or that an argument decides (a team passed by value, whose type or maker says which team). */
export type OrArg<T> = T | { readonly arg: number };

export interface EntryBase {
  readonly name: string;
  /** Namespaces that must agree with a qualified call (`cute`, `elect_one_sync`); an unqualified call matches too. */
  readonly namespaces?: readonly string[];
  /** For a method or a static member: the class, without template arguments. */
  readonly owner?: string;
  readonly family: string;
  /** A static member: called as `Class::name(…)`, with no object. */
  readonly isStatic?: boolean;
  /** Class of the returned object, for method calls on it. */
  readonly returnType?: string;
  /** Least and most arguments; absent: any. Overloads are entries of the same name with different counts or arguments. */
  readonly args?: readonly [number, number];
  /** Overloads of one name and count are told apart by an argument's type name: position and accepted names. */
  readonly when?: { readonly arg: number; readonly types: readonly string[] };
  /** Where the facts come from: header of the library, or section of its guide. */
  readonly source: string;
  readonly note?: string;
}

/** Forms an address in another rank's memory (or in the own window, or behind a multicast object). */
export interface PeerPointerEntry extends EntryBase {
  readonly kind: 'peer-pointer';
  /** `peer`: another rank's copy; `local`: the own copy; `multicast`: all members at once. */
  readonly target: 'peer' | 'local' | 'multicast';
  /** The local symmetric address that is translated; undefined where a window and an offset stand for it. */
  readonly pointerArg?: number;
  readonly windowArg?: number;
  /** Byte offset in the window (an element offset where the entry's `note` says so). */
  readonly offsetArg?: number;
  readonly rankArg?: number;
  readonly rankSpace?: OrArg<RankSpace>;
  readonly team?: OrArg<Team>;
  /** The pointer is stored through this argument; undefined: it is returned. */
  readonly outArg?: number;
  readonly nullness: Nullness;
  /** When null, in words; for `never`, why. */
  readonly nullWhen?: string;
  /**
   * The predicate to ask first, where a null test is not enough: the documentation promises null, but an implementation
   * computes an address without a test.
   */
  readonly ask?: string;
}

/** True or false: may this rank be addressed with loads and stores? */
export interface ReachabilityEntry extends EntryBase {
  readonly kind: 'reachability';
  readonly rankArg: number;
  readonly rankSpace: OrArg<RankSpace>;
  /** Team whose membership is asked. */
  readonly team: OrArg<Team>;
}

export type OneSidedOperation =
  | 'put' | 'get' | 'atomic' | 'signal' | 'put-signal'
  /** Waits until local sources may be reused (`flush`), or until all is complete at the target (`quiet`), or only orders (`fence`). */
  | 'flush' | 'flush-async' | 'quiet' | 'fence'
  /** Waits for a request, a signal or a memory condition. */
  | 'wait' | 'read-signal' | 'reset-signal';

/** An operation that the library performs on another rank's memory, or that completes such operations. */
export interface OneSidedEntry extends EntryBase {
  readonly kind: 'one-sided';
  readonly operation: OneSidedOperation;
  readonly access: Access | 'none';
  readonly teamArg?: number;
  readonly rankArg?: number;
  readonly rankSpace?: OrArg<RankSpace>;
  /**
   * Symmetric addresses: the *local* address (or window and offset) of the object; the library translates, so that a
   * pointer already translated for a peer is wrong here.
   */
  readonly symmetricArgs: readonly number[];
  /** Positions of the destination and the source: pointer, or offset in the window argument before it. */
  readonly destinationArg?: number;
  readonly sourceArg?: number;
  readonly sizeArg?: number;
  /** `bytes`, or elements of the named type. */
  readonly sizeUnit?: 'bytes' | 'elements';
  readonly valueArg?: number;
  readonly signalArg?: number;
  /** A request that a later `wait` completes. */
  readonly requestArg?: number;
  /** Returns before the source may be reused. */
  readonly nonblocking: boolean;
  /** Threads that must call it together; `arg`: a cooperative group argument says, and one thread if the call has no such argument. */
  readonly participants: 'thread' | 'warp' | 'block' | { readonly arg: number };
  /** Memory order argument and its default, of waits and reads. */
  readonly order?: { readonly arg: number; readonly default: 'acquire' | 'acq_rel' | 'relaxed' };
}

/** A barrier among ranks. */
export interface RankBarrierEntry extends EntryBase {
  readonly kind: 'rank-barrier';
  readonly phase: 'sync' | 'arrive' | 'wait';
  /** Undefined: the team that the session object was made with. */
  readonly team?: OrArg<Team>;
  /** Outstanding one-sided operations of the caller are complete at their targets afterwards. */
  readonly completes: boolean;
  readonly orderArg?: number;
  readonly participants: 'thread' | 'warp' | 'block' | { readonly arg: number };
}

/** Makes a team value. */
export interface TeamEntry extends EntryBase {
  readonly kind: 'team';
  readonly team: Team;
}

/** Returns a rank index or a rank count. */
export interface RankEntry extends EntryBase {
  readonly kind: 'rank';
  readonly quantity: 'index' | 'count';
  readonly space: OrArg<RankSpace>;
  /** Converts this argument from `from` to `space`. */
  readonly rankArg?: number;
  readonly from?: OrArg<RankSpace>;
}

/**
 * Anything else: memory effects in the vocabulary of PTX (operands are argument positions), or none.
 * A call that is not in the catalog is unknown; one that is here without effects touches no memory.
 */
export interface CallEntry extends EntryBase {
  readonly kind: 'call';
  readonly effects: readonly PtxEffect[];
  /** The result is this argument's value: a cast, a shuffle, `std::move`; address spaces and lanes may differ. */
  readonly passthroughArg?: number;
  /** The result is the same in all threads of the warp (`ballot`, `broadcast`) or tells them apart (`lane`, `elected`). */
  readonly result?: 'uniform-warp' | 'lane' | 'elected' | 'thread' | 'grid';
  /** Memory that the call makes: `symmetric` on all ranks alike, `device` or `host` on this one. */
  readonly allocates?: 'symmetric' | 'device' | 'host';
  /** Where the new pointer is stored; undefined: it is returned. */
  readonly allocationArg?: number;
  /** The buffer of this argument is registered as symmetric memory. */
  readonly registersArg?: number;
  /** The function elects the thread of the warp that executes the instruction. */
  readonly elects?: boolean;
  /** Control does not come back. */
  readonly noReturn?: boolean;
  /** Argument that holds a `cuda::memory_order` or `cuda::thread_scope`, which then decides over the effects' own. */
  readonly orderArg?: number;
  readonly scopeArg?: number;
}

export type CatalogEntry =
  | PeerPointerEntry | ReachabilityEntry | OneSidedEntry | RankBarrierEntry | TeamEntry | RankEntry | CallEntry;

export type TypeRole =
  /** An empty type that selects a team: `ncclTeamTagLsa`. */
  | { readonly kind: 'team-tag'; readonly team: Team }
  /** A team value; its members count ranks of that team. */
  | { readonly kind: 'team' }
  /** Device communicator: members with their rank spaces. */
  | { readonly kind: 'communicator' }
  /** Handle of symmetric memory. */
  | { readonly kind: 'window' }
  /** Symmetric address as window and offset, local to no rank. */
  | { readonly kind: 'symmetric-pointer' }
  /** One-sided communication context. */
  | { readonly kind: 'one-sided-context' }
  | { readonly kind: 'request' }
  /** A value or marker without a meaning of its own; it is here so that its methods, or its being harmless, are known. */
  | { readonly kind: 'value' }
  /** Object in shared memory with phase, arrival count and transaction bytes; `role` says which methods it has. */
  | { readonly kind: 'mbarrier' }
  | { readonly kind: 'rank-barrier-session'; readonly teamArg?: number }
  /** Cooperative group: who takes part. */
  | { readonly kind: 'group'; readonly participants: 'thread' | 'warp' | 'block' | 'cluster' | 'grid' | 'some' }
  /** Completion action that a put carries: it writes a signal or a counter. */
  | { readonly kind: 'signal-action'; readonly target: 'remote-signal' | 'local-counter'; readonly strong: boolean | undefined; readonly windowArg?: number; readonly offsetArg?: number; readonly valueArg?: number }
  /** Queue pair, completion queue or device state of the NIC: code that touches one posts or completes RDMA work itself. */
  | { readonly kind: 'rdma'; readonly role: 'queue-pair' | 'completion-queue' | 'state' | 'key' | 'request' }
  /** libcu++ atomic: methods are accesses of the referenced object. */
  | { readonly kind: 'atomic'; readonly scopeTemplateArg: number; readonly scope: MemoryScope };

export interface FieldFact {
  readonly name: string;
  readonly quantity: 'rank' | 'count' | 'stride';
  /** `own-team`: of the team that the value stands for. */
  readonly space: RankSpace | 'own-team';
}

export interface TypeEntry {
  readonly name: string;
  readonly namespaces?: readonly string[];
  readonly family: string;
  readonly role: TypeRole;
  readonly fields?: readonly FieldFact[];
  readonly source: string;
  readonly note?: string;
}

/** A global object or a constant with a meaning of its own. */
export interface SymbolEntry {
  readonly name: string;
  readonly family: string;
  readonly role:
    | { readonly kind: 'rdma-state' }
    /** Opcode of a work request: what the NIC is asked to do. */
    | { readonly kind: 'rdma-opcode'; readonly operation: OneSidedOperation; readonly access: Access }
    /** Bases of the peers' heaps: a null entry means that the peer is not load/store accessible. */
    | { readonly kind: 'peer-base-table' }
    | { readonly kind: 'team'; readonly team: Team };
  readonly fields?: readonly FieldFact[];
  readonly source: string;
}

/** Many names with one regular spelling and one meaning, e.g. conversion intrinsics. Looked at only after the names. */
export interface CatalogPattern {
  /** A regular expression for the whole unqualified name (of a method: `Class.name`). */
  readonly pattern: string;
  /** What every such name starts with; saves the regular expression for all other names. */
  readonly prefix: string;
  readonly namespaces?: readonly string[];
  readonly entry: CatalogEntry;
}

export interface CatalogData {
  readonly patterns?: readonly CatalogPattern[];
  readonly entries: readonly CatalogEntry[];
  readonly types: readonly TypeEntry[];
  readonly symbols: readonly SymbolEntry[];
}

export interface Catalog {
  /** A free function by its qualified path, e.g. `['cute', 'elect_one_sync']`; also `Class::staticMember`. */
  call(path: readonly string[], argCount?: number, argTypes?: readonly (string | undefined)[]): CatalogEntry | undefined;
  method(className: string, name: string, argCount?: number, argTypes?: readonly (string | undefined)[]): CatalogEntry | undefined;
  /** All functions and methods of that unqualified name, whatever their class and namespace; for finding places of interest. */
  named(name: string): readonly CatalogEntry[];
  type(name: string): TypeEntry | undefined;
  symbol(name: string): SymbolEntry | undefined;
  /** The rank space of `type.field`, e.g. `('ncclDevComm', 'lsaRank')`. */
  field(typeName: string, field: string): FieldFact | undefined;
  readonly data: CatalogData;
}
