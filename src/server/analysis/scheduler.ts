/**
 * Decides when files are analysed. One analysis blocks the server's thread, so between any two the thread is given up; an edit
 * that arrives then stops the run, and a new one starts after the pause. Analyses are cached by the analyser: to visit a file
 * that nothing has changed is cheap, so a run simply visits everything that is wanted, the edited file first.
 */
export interface SchedulerOptions {
  /** Milliseconds without an edit before a run starts. */
  readonly delay: number;
  /** All that is wanted, in order. Asked anew for each run. */
  readonly wanted: () => readonly string[];
  readonly visit: (path: string) => void;
  /** Work for when all that is wanted has been visited; between any two pieces the thread is given up as well. */
  readonly afterwards: () => readonly (() => void)[];
  /** A run begins; `finished`: it visited everything. */
  readonly onStart: () => void;
  readonly onEnd: (finished: boolean) => void;
  /** Everything is done, what comes afterwards too, and nothing has changed meanwhile. */
  readonly onIdle: () => void;
}

export interface Scheduler {
  /** Something has changed. `first` is visited first in the next run. */
  touch(first?: string): void;
  /** Resolves when no run is due or going on. */
  idle(): Promise<void>;
  dispose(): void;
}

export function createScheduler({ delay, wanted, visit, afterwards, onStart, onEnd, onIdle }: SchedulerOptions): Scheduler {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let generation = 0;
  let running = false;
  let disposed = false;
  let first: readonly string[] = [];
  let waiting: (() => void)[] = [];

  const run = async (): Promise<void> => {
    const mine = generation;
    running = true;
    onStart();
    const order = new Set([...first, ...wanted()]);
    for (const path of order) {
      await nextTurn();
      if (mine !== generation) break;
      visit(path);
    }
    const finished = mine === generation;
    if (finished) first = [];
    onEnd(finished);
    for (const piece of finished ? afterwards() : []) {
      await nextTurn();
      if (mine !== generation) break;
      piece();
    }
    running = false;
    if (mine === generation || disposed) {
      if (!disposed) onIdle();
      settle();
    }
    else start(delay);
  };
  const start = (after: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      void run();
    }, after);
  };
  const settle = (): void => {
    if (timer !== undefined || running) return;
    waiting.forEach((resolve) => {
      resolve();
    });
    waiting = [];
  };

  return Object.freeze({
    touch(path?: string) {
      generation++;
      if (path !== undefined) first = [path, ...first.filter((each) => each !== path)].slice(0, 8);
      // A run that is going on notices the new generation, ends, and starts the next one.
      if (!running) start(delay);
    },
    idle: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        settle();
      }),
    dispose() {
      disposed = true;
      generation++;
      clearTimeout(timer);
      timer = undefined;
    },
  });
}

/** Lets messages that have arrived be handled. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}
