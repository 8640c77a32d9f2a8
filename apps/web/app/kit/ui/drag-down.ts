/** The direction of a drag is known after the finger has moved this many pixels. */
const minDragPx = 8;
/** A sheet closes when it is dragged down by this many pixels. For a low sheet, a third of its height is enough. */
const closingDistancePx = 120;
/** A sheet that is dragged down faster than this closes even after a short distance. In pixels per millisecond. */
const closingPxPerMs = 0.5;

export interface SheetDrag {
  readonly draggedPx: number;
  readonly milliseconds: number;
  readonly height: number;
}

/** Whether the sheet closes when the finger is lifted. */
export function isClosingDrag({ draggedPx, milliseconds, height }: SheetDrag): boolean {
  return (
    draggedPx > Math.min(closingDistancePx, height / 3) ||
    (draggedPx > 3 * minDragPx && draggedPx / milliseconds > closingPxPerMs)
  );
}

/** The direction of a drag. Null while the finger has not moved far enough. */
export function findDragDirection(distanceX: number, distanceY: number): "down" | "elsewhere" | null {
  if (Math.max(Math.abs(distanceX), Math.abs(distanceY)) < minDragPx) return null;
  return distanceY > Math.abs(distanceX) ? "down" : "elsewhere";
}

/**
 * Whether a finger on this element may drag the sheet. In scrolled content, the finger first scrolls back to the top. A
 * finger on selectable text never drags the sheet.
 */
function mayDragSheet(target: EventTarget | null, sheet: HTMLElement): boolean {
  for (
    let element = target instanceof Element ? target : null;
    element && element !== sheet;
    element = element.parentElement
  )
    if (element.scrollTop > 0 || element.matches("[data-still]")) return false;
  return true;
}

/**
 * Lets a finger drag a sheet down. Calls `closeSheet` when the sheet was dragged far or fast enough. The returned
 * function ends the dragging and removes the listeners.
 */
export function followSheetDrag(sheet: HTMLElement, closeSheet: () => void): () => void {
  let startPoint: { x: number; y: number; timeMs: number } | null = null;
  let draggedPx = 0;

  function startDrag({ touches, target, timeStamp }: TouchEvent): void {
    const touch = touches[0];
    draggedPx = 0;
    startPoint =
      touch && touches.length === 1 && mayDragSheet(target, sheet)
        ? { x: touch.clientX, y: touch.clientY, timeMs: timeStamp }
        : null;
  }
  function onTouchMove(event: TouchEvent): void {
    const touch = event.touches[0];
    if (!startPoint || !touch) return;
    const [x, y] = [touch.clientX - startPoint.x, touch.clientY - startPoint.y];
    const dragDirection = draggedPx > 0 ? "down" : findDragDirection(x, y);
    if (dragDirection === "elsewhere") startPoint = null;
    // Call `preventDefault` at the first touch move, because the browser would otherwise start to scroll.
    else if (y > 0 && event.cancelable) event.preventDefault();
    if (dragDirection !== "down") return;
    draggedPx = Math.max(1, y);
    sheet.style.translate = `0 ${draggedPx}px`;
  }
  function endDrag({ timeStamp }: TouchEvent): void {
    if (!startPoint || draggedPx === 0) return;
    const sheetDrag = { draggedPx, milliseconds: timeStamp - startPoint.timeMs, height: sheet.offsetHeight };
    startPoint = null;
    if (isClosingDrag(sheetDrag)) {
      closeSheet();
      return;
    }
    sheet.style.translate = "";
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches)
      sheet.animate([{ translate: `0 ${draggedPx}px` }, { translate: "0 0" }], {
        duration: 160,
        easing: "ease-out",
      });
  }

  const abortController = new AbortController();
  const options = { signal: abortController.signal, passive: false };
  sheet.addEventListener("touchstart", startDrag, options);
  sheet.addEventListener("touchmove", onTouchMove, options);
  sheet.addEventListener("touchend", endDrag, options);
  sheet.addEventListener("touchcancel", endDrag, options);
  return () => abortController.abort();
}
