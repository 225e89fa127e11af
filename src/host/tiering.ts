/** How eagerly the virtual machine optimises: an analysis is over before most optimised code has paid for its compilation. */
import { setFlagsFromString } from 'node:v8';

/** Bytes of bytecode that a function runs before it is optimised; V8's own choice is a fifth of it. */
const INTERRUPT_BUDGET = 600_000;

/** Percent by which the heap may grow between collections; V8's own choice lets it double. */
const HEAP_GROWTH = 20;

/**
 * For V8's command line: the size of the young generation in megabytes is fixed when a process starts. A server lives long and
 * beside others, and most of what an analysis allocates is dead at its end.
 */
export const SMALL_HEAP = ['--max-semi-space-size=2'];

/**
 * For a server, before any work: collects more often instead of growing, which takes about a third more CPU time under constant
 * editing, and leaves WebAssembly as its first compiler makes it. Optimising the grammar's lexer alone takes 30 MB that are
 * not given back, for parsing a fifth faster at first; later the server parses only what an edit changes.
 */
export function keepHeapSmall(): void {
  if (process.versions['electron'] === undefined) setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH} --liftoff-only`);
}

/**
 * For a process of our own, before any work. A cold analysis then takes about a quarter less CPU time, a repeated one no more.
 * Electron may have sealed its flags, so there nothing is changed.
 */
export function optimizeLate(): void {
  if (process.versions['electron'] === undefined) setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`);
}
