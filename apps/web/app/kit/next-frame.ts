/** A frame that begins at most this many milliseconds late counts as on time. */
const maxOnTimeDelayMs = 10;
/** The update waits for at most this many animation frames. It runs in the last one even if that frame is late. */
const maxSkippedFrames = 3;

/**
 * Resolves at the start of an animation frame that is not late, or at once on a hidden page. After `maxSkippedFrames`
 * late frames it no longer waits. Await it before a large update while the reader scrolls. The page would stutter if
 * the update ran in the middle of a frame or in a late frame.
 */
export const waitForOnTimeFrame = (): Promise<void> =>
  new Promise((resolve) => {
    if (globalThis.document?.hidden ?? true) return resolve();
    let remainingFrames = maxSkippedFrames;
    const checkFrame = (dueMs: number) => {
      if (performance.now() - dueMs < maxOnTimeDelayMs || --remainingFrames === 0) resolve();
      else requestAnimationFrame(checkFrame);
    };
    requestAnimationFrame(checkFrame);
  });
