/** Waiting with a message: a time-out must say what was awaited and what was there instead. */

/** Calls `probe` until `accept` holds for its result, and returns that. */
export async function waitFor<T>(
  what: string,
  probe: () => Promise<T> | T,
  accept: (value: T) => boolean,
  { timeout = 30_000, interval = 200 }: { readonly timeout?: number; readonly interval?: number } = {},
): Promise<T> {
  const deadline = Date.now() + timeout;
  for (;;) {
    const value = await probe();
    if (accept(value)) return value;
    if (Date.now() > deadline) throw new Error(`Waited ${timeout / 1000} s for ${what}; last seen: ${JSON.stringify(value ?? null).slice(0, 2000)}`);
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
}
