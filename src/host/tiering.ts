/** How eagerly the virtual machine optimises: an analysis is over before most optimised code has paid for its compilation. */
import { setFlagsFromString } from 'node:v8';

/**
 * V8 writes an error to the standard error for a flag that it does not know, and has no way to ask. So flags are set only for the
 * versions whose lists of flags (`node --v8-options`) have been read, as major × 100 + minor: of Node 20 to 26.
 */
const OLDEST = 1103;
const NEWEST = 1406;
/** From here on (Node 21) calls are counted and no longer bytes of bytecode. */
const COUNTS_CALLS = 1108;

/** Bytes of bytecode that a function runs before it is optimised; V8's own choice is a ninth of it. */
const INTERRUPT_BUDGET = 600_000;

/** Calls of a function before it is optimised; V8's own choice is a tenth of it. */
const CALLS_BEFORE_OPTIMIZING = 30_000;

/** Percent by which the heap may grow between collections; V8's own choice lets it double. */
const HEAP_GROWTH = 20;

/**
 * For V8's command line: the size of the young generation in megabytes is fixed when a process starts. A server lives long and
 * beside others, and most of what an analysis allocates is dead at its end.
 * `--expose-gc` lets the server collect when it has nothing else to do.
 */
export const SMALL_HEAP = ['--max-semi-space-size=2', '--expose-gc'];

/**
 * For the environment of the same process, where the C library is glibc (its manual, "Memory Allocation Tunables"); others do not read it.
 * V8 compiles on several threads, each of which would get memory of its own that grows and is not given back: some 20 MB.
 */
export const SMALL_MALLOC = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '65536', MALLOC_TOP_PAD_: '16384' } as const;

export interface Versions {
  /** Such as `11.3.244.8-node.33`. */
  readonly v8: string;
  readonly electron?: string | undefined;
}

/** What `optimizeLate` sets. None in Electron, which may have sealed its flags, and none for versions of V8 that are not known. */
export function lateOptimization({ v8, electron }: Versions): readonly string[] {
  const version = versionOf(v8);
  if (electron !== undefined || version < OLDEST || version > NEWEST) return [];
  return [version < COUNTS_CALLS ? `--interrupt-budget=${INTERRUPT_BUDGET}` : `--invocation-count-for-turbofan=${CALLS_BEFORE_OPTIMIZING}`];
}

/** What `keepHeapSmall` sets; likewise. */
export function smallHeap({ v8, electron }: Versions): readonly string[] {
  const version = versionOf(v8);
  return electron !== undefined || version < OLDEST || version > NEWEST ? [] : [`--heap-growing-percent=${HEAP_GROWTH}`, '--liftoff-only'];
}

/**
 * For a server, before any work: collects more often instead of growing, which takes about a third more CPU time under constant
 * editing, and leaves WebAssembly as its first compiler makes it. Optimising the grammar's lexer alone takes 30 MB that are
 * not given back, for parsing a fifth faster at first; later the server parses only what an edit changes.
 */
export function keepHeapSmall(): void {
  smallHeap(versions()).forEach(setFlagsFromString);
}

/** For a process of our own, before any work. A cold analysis then takes about a quarter less CPU time, a repeated one no more. */
export function optimizeLate(): void {
  lateOptimization(versions()).forEach(setFlagsFromString);
}

/** For the flags of a collection that leaves no gaps; V8 alone moves only what it thinks is worth it. */
export const COMPACT = 'compact-on-every-full-gc';

/** How much the heap must have grown since the last collection for another to be worth its pause. */
const WORTH_COLLECTING = 1.02;

/**
 * Collects all garbage at once and moves what is left together, so that pages go back to the system; some 0.1 s for two projects. Does nothing
 * while the heap is about as large as it was afterwards.
 * Undefined in a process that was not started with `SMALL_HEAP`.
 */
export function garbageCollection(): (() => void) | undefined {
  const collect = globalThis.gc;
  if (collect === undefined) return undefined;
  const compacts = smallHeap(versions()).length > 0;
  let left = 0;
  return () => {
    if (process.memoryUsage().heapTotal < WORTH_COLLECTING * left) return;
    if (compacts) setFlagsFromString(`--${COMPACT}`);
    collect();
    if (compacts) setFlagsFromString(`--no-${COMPACT}`);
    left = process.memoryUsage().heapTotal;
  };
}

function versions(): Versions {
  return { v8: process.versions.v8, electron: process.versions['electron'] };
}

function versionOf(v8: string): number {
  const [major = 0, minor = 0] = v8.split('.').map(Number);
  return major * 100 + minor;
}
