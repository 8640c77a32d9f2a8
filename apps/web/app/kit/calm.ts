/** Milliseconds without a key, a wheel or a finger after which nobody is in the middle of something. */
const pause = 2_000;
const acts = ["keydown", "pointerdown", "touchmove", "wheel"] as const;

let last = Number.NEGATIVE_INFINITY;
const note = () => {
  last = performance.now();
};
let noting = false;

/**
 * Calls back `wait` milliseconds from now, or later: once the reader rests for a moment. For what nobody waits for and
 * what takes the processor from a scrolling page. Never, if the returned function is called before.
 */
export function whenCalm(wait: number, then: () => void): () => void {
  if (!noting) {
    for (const act of acts) addEventListener(act, note, { capture: true, passive: true });
    noting = true;
  }
  const look = () => {
    const left = last + pause - performance.now();
    if (left <= 0) then();
    else timer = setTimeout(look, left);
  };
  let timer = setTimeout(look, wait);
  return () => clearTimeout(timer);
}

/** Once the reader rests: between the pieces of what takes long, so that it stops where they go on. */
export const calm = (): Promise<void> => new Promise((resolve) => whenCalm(0, resolve));
