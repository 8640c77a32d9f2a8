/** How long a finger must rest on an element for a long press, in milliseconds. */
const longPressMs = 450;

/**
 * Calls `callback` after a long press, unless the returned timer is cleared. When the finger is lifted, the browser
 * sends a click, which would press an element that has appeared under the finger. So the click is suppressed.
 */
export function onLongPress(callback: () => void): ReturnType<typeof setTimeout> {
  return setTimeout(() => {
    suppressClick();
    callback();
  }, longPressMs);
}

function suppressClick(): void {
  const clickGuard = new AbortController();
  const options = { capture: true, signal: clickGuard.signal };
  document.addEventListener(
    "click",
    (event) => {
      // A click by keyboard or screen reader has no pointer.
      if (event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
      clickGuard.abort();
    },
    options,
  );
  // A finger that is lifted late causes no click. So stop waiting for one, or the next real click would be suppressed.
  document.addEventListener("pointerdown", () => clickGuard.abort(), options);
}
