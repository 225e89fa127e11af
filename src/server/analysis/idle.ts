/** Work that waits until nothing is asked of the server. */
export interface Idle {
  /** Analyses have begun, or an edit has arrived. */
  busy(): void;
  /** Everything wanted is analysed. */
  rest(): void;
}

/** Does `work` when `after` milliseconds have passed since the last `rest` without a `busy`; once for each rest. */
export function createIdle(after: number, work: () => void): Idle {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  return Object.freeze({
    busy: stop,
    rest() {
      stop();
      timer = setTimeout(work, after);
    },
  });
}
