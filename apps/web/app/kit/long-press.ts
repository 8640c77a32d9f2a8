/** How long a finger must rest on an element for a long press, in milliseconds. */
const longPressMs = 450;

/**
 * Calls `callback` after a long press, unless the returned timer is cleared. When the finger is lifted, the browser
 * sends a click to the element that is then under the finger, such as a new menu. So this click is suppressed.
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
      // Let a click by keyboard or screen reader through. Such a click has no pointer.
      if (event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
      clickGuard.abort();
    },
    options,
  );
  // If no click has come before the next press, stop waiting for it. Otherwise the click of that next press would be
  // suppressed.
  document.addEventListener("pointerdown", () => clickGuard.abort(), options);
}
