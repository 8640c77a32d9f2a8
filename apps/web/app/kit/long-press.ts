/** How long a finger must rest on an element for a long press, in milliseconds. */
const longPressMs = 450;

/**
 * Calls `callback` after a long press, unless the returned timer is cleared. When the finger is lifted, the browser
 * sends a click to the element that is then under it, such as a new menu. So that click is suppressed.
 */
export function startLongPressTimer(callback: () => void): ReturnType<typeof setTimeout> {
  return setTimeout(() => {
    suppressClick();
    callback();
  }, longPressMs);
}

function suppressClick(): void {
  const clickListenerAbort = new AbortController();
  const options = { capture: true, signal: clickListenerAbort.signal };
  document.addEventListener(
    "click",
    (event) => {
      // A click by keyboard or screen reader has no pointer. Do not suppress it.
      if (event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
      clickListenerAbort.abort();
    },
    options,
  );
  // No click has followed the long press. Stop waiting for it, because the click of the next press must not be
  // suppressed.
  document.addEventListener("pointerdown", () => clickListenerAbort.abort(), options);
}
