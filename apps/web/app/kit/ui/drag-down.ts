/** The pixels that a finger must move before the direction of its drag is known. */
const slack = 8;
/** Dragging a sheet this many pixels closes it. For a low sheet, a third of its height is enough. */
const far = 120;
/** In pixels per millisecond. A faster flick closes the sheet, however short it is. */
const fast = 0.5;

export interface Drag {
  readonly by: number;
  readonly milliseconds: number;
  readonly height: number;
}

/** Whether a dragged sheet closes when it is let go. */
export function closesAfter({ by, milliseconds, height }: Drag): boolean {
  return by > Math.min(far, height / 3) || (by > 3 * slack && by / milliseconds > fast);
}

/** The direction of a drag. Null while it has not moved far enough. */
export function courseOf(x: number, y: number): "down" | "elsewhere" | null {
  if (Math.max(Math.abs(x), Math.abs(y)) < slack) return null;
  return y > Math.abs(x) ? "down" : "elsewhere";
}

/**
 * Whether the sheet may be dragged from here. Scrolled content scrolls back first, and selectable text is
 * never dragged.
 */
function canDrag(target: EventTarget | null, sheet: HTMLElement): boolean {
  for (let at = target instanceof Element ? target : null; at && at !== sheet; at = at.parentElement)
    if (at.scrollTop > 0 || at.matches("[data-still]")) return false;
  return true;
}

/**
 * Lets a finger drag a sheet down, and calls `close` when it was dragged away. Runs until the returned function is
 * called.
 */
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
    // Prevent it at the first move, or the browser starts scrolling.
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
