/** Milliseconds that may be gone when a frame begins, even where nothing held it up. */
const usual = 10;
/** Frames that something may hold up before one is taken that is late as well. */
const patience = 3;

/**
 * Resolves when a frame begins, before it is laid out; at once where nobody sees one. For an answer that changes much of
 * a page that moves: taken in between two frames, or in one that is late already, it would make the reader wait.
 */
export const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    if (globalThis.document?.hidden ?? true) return resolve();
    let left = patience;
    const look = (due: number) => {
      if (performance.now() - due < usual || --left === 0) resolve();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
