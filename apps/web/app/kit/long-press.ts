/** Milliseconds of a finger on something until its actions show. */
const longPress = 450;

/**
 * Calls back once a finger has rested for long enough, unless the timer returned is cleared before. The click that
 * lifting it may bring about is nobody's: it would press whatever has appeared under the finger.
 */
export function onLongPress(then: () => void): ReturnType<typeof setTimeout> {
  return setTimeout(() => {
    swallowClick();
    then();
  }, longPress);
}

function swallowClick(): void {
  const next = new AbortController();
  const options = { capture: true, signal: next.signal };
  document.addEventListener(
    "click",
    (event) => {
      // A key or a screen reader presses without a finger.
      if (event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
      next.abort();
    },
    options,
  );
  // Lifted late, a finger brings about no click: the next press has its own.
  document.addEventListener("pointerdown", () => next.abort(), options);
}
