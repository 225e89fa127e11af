/**
 * The result of an analysis: plain data, the same for the CLI's JSON, the language server and the tests.
 * Lines and columns are 1-based; columns count UTF-16 code units. `file` is relative to the root, with forward slashes.
 */

/** A team of ranks: NCCL's load/store-accessible team, all ranks, or the ranks with the same index in their own LSA team. */
export type Team = 'Lsa' | 'World' | 'Rail';

export type SiteKind = 'peer-pointer' | 'reachability' | 'one-sided' | 'barrier' | 'mbarrier' | 'flag';

/** What the contract of the pointer says at this call, joined over all instantiations that reach it. */
export type Nullness = 'never' | 'maybe' | 'always';

/** What protects the uses of a peer pointer. `unknown`: the analysis could not decide (never reported as a defect). */
export type Handling = 'checked' | 'predicate' | 'not-needed' | 'unchecked' | 'unknown';

export type Access = 'remote-store' | 'remote-load' | 'remote-atomic' | 'address-only';

export interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly text?: string;
}

/** Two accesses to one memory that a synchronisation keeps in order, or a write and the release that tells of it. */
export interface Ordering {
  /** `text` is the address as written. */
  readonly before: Location;
  readonly after: Location;
  readonly kind: 'write-read' | 'read-write' | 'write-write' | 'publish';
}

export interface Consumer {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The callee's name, or `*p = …`, `p[i]`. */
  readonly op: string;
  readonly access: Access;
  /** The instruction or API that moves the data, e.g. `cp.async.bulk.global.shared::cta.bulk_group`. */
  readonly mechanism: string;
}

export interface Site {
  readonly kind: SiteKind;
  /** The callee's name as written. */
  readonly api: string;
  /** Which API family the contract comes from, e.g. `deepep`, `nccl`, `workspace`. */
  readonly family: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  /** Name of the enclosing function. */
  readonly function: string;
  readonly isKernel: boolean;
  readonly role?: string;
  readonly team?: { readonly expr: string; readonly values: readonly Team[]; readonly note?: string };
  readonly rank?: string;
  readonly pointer?: string;
  readonly nullness?: Nullness;
  /** When the pointer is null, in words. */
  readonly nullWhen?: string;
  /** Where in the callee (or expression) the null comes from. */
  readonly nullCauses?: readonly Location[];
  readonly handling?: Handling;
  /** Why `handling` is `unknown`. */
  readonly why?: string;
  readonly evidence: readonly Location[];
  readonly fallback: readonly Location[];
  readonly consumers: readonly Consumer[];
  readonly event?: 'init' | 'arrive' | 'arrive-tx' | 'wait';
  readonly object?: string;
  /** Of an mbarrier operation: the call as written, from the callee's name, cut after 80 characters. */
  readonly written?: string;
  /** Of a flag: what is done to it, and by which instruction or API; order and scope are in its modifiers. */
  readonly access?: 'load' | 'store' | 'atomic';
  readonly mechanism?: string;
  /** The condition under which control reaches the call, as written, outermost first. */
  readonly conditions?: readonly Location[];
}

export type Level = 'error' | 'warning' | 'information' | 'hint' | 'off';

export interface Edit {
  readonly file: string;
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly newText: string;
}

export interface Fix {
  readonly title: string;
  readonly edits: readonly Edit[];
}

export interface Finding {
  readonly rule: string;
  readonly level: Level;
  readonly confidence: 'certain' | 'approximate';
  /** Why the confidence is only approximate. */
  readonly why?: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly message: string;
  /** The path that leads to the finding, in order. */
  readonly related: readonly Location[];
  /** Titles of the fixes that are offered. */
  readonly fixes: readonly string[];
  /** The edits behind `fixes`, same order. Not part of the CLI's JSON. */
  readonly fixEdits?: readonly Fix[];
}

/** `global`: local global memory; `own-window`: this rank's symmetric window; `peer`: another rank's window through NVLink; `remote`: through RDMA. */
export type Space = 'global' | 'shared' | 'tensor' | 'own-window' | 'peer' | 'remote' | 'host' | 'register' | 'unknown';

export interface GraphNode {
  readonly id: string;
  readonly kind: 'memory' | 'decision' | 'barrier' | 'gap';
  readonly label: string;
  readonly space: Space;
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  /** Name of the role (band) that the node belongs to; absent: the whole kernel. */
  readonly role?: string;
  readonly remote: boolean;
  readonly detail?: string;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly mechanism?: string;
  readonly condition?: string;
  readonly file: string;
  readonly line: number;
  readonly role?: string;
  /** Which of the two paths the edge belongs to. */
  readonly path?: 'nvlink' | 'rdma';
  /** Id of the decision node that chooses this path; a picture routes the edge through it. */
  readonly via?: string;
  readonly gap?: boolean;
}

export interface Role {
  readonly name: string;
  readonly condition: string;
  readonly line: number;
  readonly endLine: number;
}

/** One mbarrier object, that is one array of barriers as declared, with everything that the kernel does to it. */
export interface Pipeline {
  readonly object: string;
  /** Declared extent as written; `1` for a single barrier, empty where no declaration says it. */
  readonly stages: string;
  readonly init: readonly PipelineInit[];
  /** Each place once; places that exclude each other are one arrival in different words. */
  readonly arrive: readonly PipelineArrival[];
  readonly wait: readonly PipelineWait[];
}

/** A pending operation's place; `text` is the call as written. */
export interface PipelineOperation extends Location {
  readonly role?: string;
  /** Of each warp that comes here, as far as conditions on the lane or an election say: all its threads, some of them, or one. */
  readonly threads: 'one' | 'some' | 'all';
  /** The conditions in the kernel's own text under which the role comes here, loops and the choice of threads apart. */
  readonly when?: string;
}

export interface PipelineInit extends PipelineOperation {
  /** Arrivals that complete a phase, as an expression. */
  readonly count?: string;
}

export interface PipelineArrival extends PipelineOperation {
  /** `commit`: arrives when earlier matrix instructions are complete; `async`: when earlier `cp.async` copies are. */
  readonly how: 'arrive' | 'arrive-tx' | 'commit' | 'async';
  /** Bytes whose transfer the phase waits for as well. */
  readonly bytes?: string;
  /** Whose barrier gets the arrival. */
  readonly target: 'own block' | 'another block' | 'several blocks';
}

export interface PipelineWait extends PipelineOperation {
  /** The phase or its parity, as an expression. */
  readonly phase?: string;
}

/** Who waits for each other, from the widest to the narrowest; `named`: the threads that a named barrier counts. */
export type SyncLevel = 'ranks' | 'grid' | 'cluster' | 'block' | 'named' | 'warp';

/** A place in a kernel where threads, blocks or ranks wait for each other; `text` is the callee as written. */
export interface Synchronisation extends Location {
  readonly level: SyncLevel;
  readonly role?: string;
  /** Number of a named barrier, and how many threads it counts, as expressions. */
  readonly number?: string;
  readonly count?: string;
  /** What a barrier of ranks or of the grid does, step by step; more than one where instantiations differ. Absent: its body is not in sight. */
  readonly protocols?: readonly SyncProtocol[];
}

/** A template parameter with the value that an instantiation has. */
export interface TemplateValue {
  readonly name: string;
  readonly value: string;
}

/** A template parameter that a reader can fix, with the values to choose from. */
export interface TemplateChoice {
  readonly name: string;
  readonly values: readonly string[];
}

export interface SyncProtocol {
  /** In which instantiations; empty: in all. */
  readonly given: readonly TemplateValue[];
  /** In the order of the source. */
  readonly steps: readonly SyncStep[];
}

/** `text` is the call as written. */
export interface SyncStep extends Location {
  /**
   * `complete-copies`: waits for this thread's own copies; `flush`: for operations of the network that were posted; `meet`: waits for others
   * of this rank; `signal`: tells a peer; `count`: counts in memory of its own rank; `wait`: reads memory again and again until it is told.
   */
  readonly does: 'complete-copies' | 'flush' | 'fence' | 'meet' | 'signal' | 'count' | 'wait';
  /** Instruction or API. */
  readonly mechanism: string;
  /** Who meets. */
  readonly level?: SyncLevel;
  /** How a signal gets to the peer. */
  readonly path?: 'nvlink' | 'rdma';
  readonly team?: Team;
  /** PTX ISA "Memory Consistency Model". */
  readonly order?: string;
  readonly scope?: string;
  /** What is added or stored, as an expression; two values where a sign alternates. */
  readonly values?: readonly string[];
  /** What ends the wait, as written. */
  readonly until?: string;
  /** The conditions inside the barrier under which it is done, as written. */
  readonly when?: string;
  /** The function that the barrier calls for it, where that is one in the workspace. */
  readonly within?: string;
  /** Whom that function makes wait for each other, where it is a barrier itself. */
  readonly part?: 'ranks' | 'grid' | 'cluster';
}

export interface Kernel {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
  readonly column: number;
  /** Flags and teams among its template parameters; one that another decides is left out. */
  readonly choices?: readonly TemplateChoice[];
  /** What was chosen: the rest is that of these instantiations only. Absent: of all. */
  readonly given?: readonly TemplateValue[];
  readonly roles: readonly Role[];
  readonly graph: { readonly nodes: readonly GraphNode[]; readonly edges: readonly GraphEdge[] };
  readonly pipelines: readonly Pipeline[];
  /** In source order; found by the second look. */
  readonly synchronisation?: readonly Synchronisation[];
  readonly barriers: readonly Location[];
}

/** Where a function is defined. */
export interface Definition {
  readonly name: string;
  /** Of a method, its class. */
  readonly owner?: string;
  readonly file: string;
  /** Of its name. */
  readonly line: number;
  readonly column: number;
  readonly firstLine: number;
  readonly endLine: number;
}

/** A function that translates an address for another rank. */
export interface Translation extends Definition {
  /** Names of the parameters that are translated, and that it is translated for. */
  readonly pointer: string;
  readonly rank: string;
  /** It never returns null and does not check the rank. */
  readonly assumesDomain: boolean;
  /** One entry for each team that it can be instantiated for; one without a team where it knows none. */
  readonly teams: readonly TranslationForTeam[];
}

export interface TranslationForTeam {
  readonly team?: Team;
  readonly nullness: Nullness;
  /** Where null is returned; `text` is the condition. */
  readonly nulls: readonly Location[];
  /** Where a pointer is returned; `text` is the value. */
  readonly values: readonly Location[];
  readonly cost: TranslationCost;
}

/** Operations in the values and conditions of a translation as the source writes them, each counted once; not machine instructions. */
export interface TranslationCost {
  /** Reads of fields, parameters' members and arrays. */
  readonly loads: number;
  /** Additions, subtractions and bit operations. */
  readonly additions: number;
  readonly multiplications: number;
  readonly comparisons: number;
  /** Of functions whose body is not in the workspace. */
  readonly calls: number;
}

/** A function that says whether a rank's memory can be loaded and stored directly: it decides where a translation is null. */
export interface Predicate extends Definition {
  readonly rank: string;
  readonly teams: readonly PredicateForTeam[];
}

export interface PredicateForTeam {
  readonly team?: Team;
  readonly answer: 'always' | 'never' | 'depends';
  /** Where it is answered; `text` is what is returned, as an expression. */
  readonly values: readonly Location[];
}

export interface Problem {
  readonly code: 'not-utf8' | 'binary' | 'too-large' | 'unreadable' | 'syntax' | 'time-limit' | 'macro-recursion' | 'internal';
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

export interface FileReport {
  readonly path: string;
  readonly parse: 'clean' | 'partial';
  readonly problems: readonly Problem[];
}

export interface AnalysisResult {
  readonly schema: 1;
  readonly tool: { readonly name: 'symscope'; readonly version: string };
  readonly root: string;
  readonly files: readonly FileReport[];
  readonly sites: readonly Site[];
  readonly findings: readonly Finding[];
  readonly kernels: readonly Kernel[];
}
