/** The reader counts as idle after this many milliseconds without input. */
const idleAfterMs = 2_000;
const inputEvents = ["keydown", "pointerdown", "touchmove", "wheel"] as const;

let lastInputMs = Number.NEGATIVE_INFINITY;
const onInput = () => {
  lastInputMs = performance.now();
};
let isListening = false;

/**
 * Calls `callback` when the reader is idle, but not before `delayMs`. For background work that would slow down
 * scrolling. The returned function cancels this.
 */
export function runWhenReaderIdle(delayMs: number, callback: () => void): () => void {
  if (!isListening) {
    for (const inputEvent of inputEvents)
      addEventListener(inputEvent, onInput, { capture: true, passive: true });
    isListening = true;
  }
  const checkIdle = () => {
    const remainingMs = lastInputMs + idleAfterMs - performance.now();
    if (remainingMs <= 0) callback();
    else timer = setTimeout(checkIdle, remainingMs);
  };
  let timer = setTimeout(checkIdle, delayMs);
  return () => clearTimeout(timer);
}

/**
 * Resolves when the reader is idle. Await it between the steps of long work, so that the work pauses while the reader
 * is active.
 */
export const waitUntilReaderIdle = (): Promise<void> =>
  new Promise((resolve) => runWhenReaderIdle(0, resolve));
