/** Pixels that a finger moves before it is known where it is going. */
const slack = 8;
/** Pixels a sheet is dragged, at most, until letting it go closes it; of a low sheet, a third of its height. */
const far = 120;
/** Pixels in a millisecond: a sheet that is flicked closes however short the way was. */
const fast = 0.5;

export interface Drag {
  readonly by: number;
  readonly milliseconds: number;
  readonly height: number;
}

/** Whether a sheet that was dragged down and let go closes. */
export function closesAfter({ by, milliseconds, height }: Drag): boolean {
  return by > Math.min(far, height / 3) || (by > 3 * slack && by / milliseconds > fast);
}

/** Where a finger goes that has moved so far; null as long as that is not known. */
export function courseOf(x: number, y: number): "down" | "elsewhere" | null {
  if (Math.max(Math.abs(x), Math.abs(y)) < slack) return null;
  return y > Math.abs(x) ? "down" : "elsewhere";
}

/** What has been scrolled goes back to its beginning first; what holds still, such as words to select, is never dragged. */
function canDrag(target: EventTarget | null, sheet: HTMLElement): boolean {
  for (let at = target instanceof Element ? target : null; at && at !== sheet; at = at.parentElement)
    if (at.scrollTop > 0 || at.matches("[data-still]")) return false;
  return true;
}

/** Has a finger drag a sheet down, and calls back when it was dragged away. Until the returned function is called. */
export function followDrag(sheet: HTMLElement, close: () => void): () => void {
  let from: { x: number; y: number; at: number } | null = null;
  let by = 0;

  function start({ touches, target, timeStamp }: TouchEvent): void {
    const finger = touches[0];
    by = 0;
    from =
      finger && touches.length === 1 && canDrag(target, sheet)
        ? { x: finger.clientX, y: finger.clientY, at: timeStamp }
        : null;
  }
  function move(event: TouchEvent): void {
    const finger = event.touches[0];
    if (!from || !finger) return;
    const [x, y] = [finger.clientX - from.x, finger.clientY - from.y];
    const course = by > 0 ? "down" : courseOf(x, y);
    if (course === "elsewhere") from = null;
    // At once, or the browser has begun to scroll and no longer asks.
    else if (y > 0 && event.cancelable) event.preventDefault();
    if (course !== "down") return;
    by = Math.max(1, y);
    sheet.style.translate = `0 ${by}px`;
  }
  function end({ timeStamp }: TouchEvent): void {
    if (!from || by === 0) return;
    const drag = { by, milliseconds: timeStamp - from.at, height: sheet.offsetHeight };
    from = null;
    if (closesAfter(drag)) {
      close();
      return;
    }
    sheet.style.translate = "";
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches)
      sheet.animate([{ translate: `0 ${by}px` }, { translate: "0 0" }], {
        duration: 160,
        easing: "ease-out",
      });
  }

  const given = new AbortController();
  const options = { signal: given.signal, passive: false };
  sheet.addEventListener("touchstart", start, options);
  sheet.addEventListener("touchmove", move, options);
  sheet.addEventListener("touchend", end, options);
  sheet.addEventListener("touchcancel", end, options);
  return () => given.abort();
}
