export type Lazy<T> = () => T;

/** Computes on first use and keeps the value; what the computation needed is let go. */
export function lazily<T>(compute: () => T): Lazy<T> {
  let pending: (() => T) | undefined = compute;
  let known: { readonly value: T } | undefined;
  return () => {
    if (pending) {
      known = { value: pending() };
      pending = undefined;
    }
    return (known as { readonly value: T }).value;
  };
}

const none: readonly never[] = [];
export const nothing: Lazy<readonly never[]> = () => none;
