/** What stands above the page, kept outside the rows: a row that scrolls away must not close what it opened. */
export interface Shown<T> {
  readonly now: () => T | null;
  /** Null closes it. */
  readonly show: (next: T | null) => void;
  readonly follow: (listener: () => void) => () => void;
}

export function createShown<T>(): Shown<T> {
  let shown: T | null = null;
  const listeners = new Set<() => void>();
  return {
    now: () => shown,
    show(next) {
      shown = next;
      for (const listener of listeners) listener();
    },
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
