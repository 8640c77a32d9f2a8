import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Splits a long computation into slices, so that other requests do not wait for all of it. Call the returned function
 * after each small step. Once `maximumSliceMs` milliseconds have passed since the last pause, it returns a promise that
 * resolves in the next turn of the event loop. Otherwise it returns undefined, which costs no turn.
 */
export function createTimeSlices(maximumSliceMs: number): () => Promise<void> | undefined {
  let startedAt = performance.now();
  return () => {
    if (performance.now() - startedAt < maximumSliceMs) return undefined;
    return nextTurn().then(() => {
      startedAt = performance.now();
    });
  };
}
