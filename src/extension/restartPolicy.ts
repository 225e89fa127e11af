/** How often a server that crashes is started again: a crash now and then costs nothing, a crash at every start must not go on for ever. */
const MAX_CRASHES = 5;
/** Milliseconds. */
const WINDOW = 3 * 60_000;

export interface RestartPolicy {
  /** Takes note of a crash; false: give up. */
  crashed(): boolean;
  /** The user asks for another try. */
  forget(): void;
}

export function createRestartPolicy(now: () => number = Date.now): RestartPolicy {
  let crashes: readonly number[] = [];
  return Object.freeze({
    crashed() {
      const time = now();
      crashes = [...crashes.filter((crash) => time - crash < WINDOW), time];
      return crashes.length < MAX_CRASHES;
    },
    forget() {
      crashes = [];
    },
  });
}
