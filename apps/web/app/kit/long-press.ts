/** How long a finger must rest, in milliseconds. */
const longPressMs = 450;

/**
 * Calls `callback` after a long press, unless the returned timer is cleared. The lifted finger then causes a
 * click, which would press the element that has appeared under it. So the click is swallowed.
 */
export function onLongPress(callback: () => void): ReturnType<typeof setTimeout> {
  return setTimeout(() => {
    swallowClick();
    callback();
  }, longPressMs);
}

function swallowClick(): void {
  const clickGuard = new AbortController();
  const options = { capture: true, signal: clickGuard.signal };
  document.addEventListener(
    "click",
    (event) => {
      // A keyboard or screen reader click has no pointer.
      if (event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
      clickGuard.abort();
    },
    options,
  );
  // A finger lifted late causes no click, so do not swallow the next one.
  document.addEventListener("pointerdown", () => clickGuard.abort(), options);
}
