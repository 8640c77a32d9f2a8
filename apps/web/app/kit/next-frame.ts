/**
 * Resolves when the next frame begins, before it is laid out; at once where nobody sees one. For an answer that changes
 * much of a page that moves: taken in between two frames, it would make the reader wait for the next one.
 */
export const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    if (globalThis.document?.hidden ?? true) resolve();
    else requestAnimationFrame(() => resolve());
  });
