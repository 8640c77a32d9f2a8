/** Milliseconds between two batches. */
export const batchMs = 100;

/**
 * Passes on events: at once if none came lately, else together with others in a batch, in order. So the page renders at
 * most ten times a second, however busy a room is, and keys pressed in between are handled.
 */
export function batchEvents<T>(handle: (event: T) => void): { take: (event: T) => void; flush: () => void } {
  let waiting: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = Number.NEGATIVE_INFINITY;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const all = waiting;
    if (all.length === 0) return;
    waiting = [];
    last = performance.now();
    for (const event of all) {
      try {
        handle(event);
      } catch (error) {
        // One failing event must not stop the others.
        reportError(error);
      }
    }
  }

  function take(event: T): void {
    waiting.push(event);
    if (timer !== undefined) return;
    const rest = last + batchMs - performance.now();
    if (rest <= 0) flush();
    else timer = setTimeout(flush, rest);
  }

  return { take, flush };
}
