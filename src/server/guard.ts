/** A throw is a defect of ours. It costs the feature its answer, never the server; each is logged once. */

export interface Guard {
  run<R>(feature: string, fallback: R, action: () => R): R;
  runAsync<R>(feature: string, fallback: R, action: () => Promise<R>): Promise<R>;
}

export function createGuard(log: (message: string) => void): Guard {
  const seen = new Set<string>();
  const report = (feature: string, error: unknown): void => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    // The place of the throw tells defects apart, not the way there.
    const key = text.split('\n').slice(0, 2).join('\n');
    if (seen.has(key)) return;
    // A defect whose message differs each time must not fill the memory.
    if (seen.size < 1000) seen.add(key);
    log(`${feature} failed: ${text}`);
  };
  return Object.freeze({
    run<R>(feature: string, fallback: R, action: () => R): R {
      try {
        return action();
      } catch (error) {
        report(feature, error);
        return fallback;
      }
    },
    async runAsync<R>(feature: string, fallback: R, action: () => Promise<R>): Promise<R> {
      try {
        return await action();
      } catch (error) {
        report(feature, error);
        return fallback;
      }
    },
  });
}

/** Sends without waiting. The only way this fails is that the client is gone, and then nobody is left to tell. */
export function sendQuietly(send: () => Promise<unknown>): void {
  try {
    send().catch(() => undefined);
  } catch {
    // A closed connection throws at once.
  }
}
