/** Milliseconds from one round to the next. */
export const roundLength = 100;

/**
 * Hands on what arrives: at once where nothing did lately, else together with what else arrives in the same round, in its
 * order. However busy a room is, a page then draws ten times a second what it has to draw, and a key that is pressed in
 * between is answered.
 */
export function inRounds<T>(handle: (event: T) => void): { take: (event: T) => void; flush: () => void } {
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
        // One that cannot be handled takes none of the others with it.
        reportError(error);
      }
    }
  }

  function take(event: T): void {
    waiting.push(event);
    if (timer !== undefined) return;
    const rest = last + roundLength - performance.now();
    if (rest <= 0) flush();
    else timer = setTimeout(flush, rest);
  }

  return { take, flush };
}
