/** Animation frames usually begin up to this many milliseconds late. */
const usualDelayMs = 10;
/** How many delayed animation frames to skip at most. */
const maxSkippedFrames = 3;

/**
 * Resolves at the start of a frame that begins in time, or at once on a hidden page. Wait for it before a large update
 * during scrolling: an update between two frames, or in a late frame, would make the page stutter.
 */
export const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    if (globalThis.document?.hidden ?? true) return resolve();
    let remainingFrames = maxSkippedFrames;
    const checkFrame = (dueMs: number) => {
      if (performance.now() - dueMs < usualDelayMs || --remainingFrames === 0) resolve();
      else requestAnimationFrame(checkFrame);
    };
    requestAnimationFrame(checkFrame);
  });
