/** Milliseconds between two batches of events. */
export const batchIntervalMs = 100;

/**
 * Returns an object that collects live events and delivers them to a handler in batches. The first event after a pause
 * is delivered at once. Later events wait for the next batch, in order. So the page renders at most ten times a second,
 * even in a busy room, and can handle key presses between two batches.
 */
export function createEventBatcher<T>(handleEvent: (event: T) => void): {
  addEvent: (event: T) => void;
  flush: () => void;
} {
  let queuedEvents: T[] = [];
  let flushTimer: ReturnType<typeof setTimeout> | undefined;
  let lastFlushMs = Number.NEGATIVE_INFINITY;

  function flushEvents(): void {
    clearTimeout(flushTimer);
    flushTimer = undefined;
    const batch = queuedEvents;
    if (batch.length === 0) return;
    queuedEvents = [];
    lastFlushMs = performance.now();
    for (const event of batch) {
      try {
        handleEvent(event);
      } catch (error) {
        // If one listener throws an error, still call the others with the remaining events.
        reportError(error);
      }
    }
  }

  function addEvent(event: T): void {
    queuedEvents.push(event);
    if (flushTimer !== undefined) return;
    const remainingMs = lastFlushMs + batchIntervalMs - performance.now();
    if (remainingMs <= 0) flushEvents();
    else flushTimer = setTimeout(flushEvents, remainingMs);
  }

  return { addEvent, flush: flushEvents };
}
