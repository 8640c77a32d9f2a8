import type { PointerEvent as ReactPointerEvent } from "react";
import { isWheelScrolling } from "./use-wheel-shield.ts";

/**
 * A message counts as hovered after the pointer has rested on it for this many milliseconds. So no toolbar appears
 * while the reader scrolls past.
 */
const hoverDelayMs = 80;

/** The row under the pointer. `endHover` tells this row that the pointer has left it. */
let hoveredRow: { readonly row: Element; readonly endHover: () => void } | null = null;

/**
 * Calls `onHover` when the mouse rests on a row and when it leaves the row. Call this function in the row's
 * `onPointerOver`. React's enter and leave events do not suffice: they are missing if the element under the mouse is
 * removed, such as a menu item above the list.
 */
export function reportHover(
  { pointerType, currentTarget: row, target }: ReactPointerEvent<Element>,
  onHover: (isHovered: boolean) => void,
): void {
  // Ignore events from dialogs that this row opened. React passes them to the row, although the dialogs are elsewhere
  // in the DOM.
  if (pointerType !== "mouse" || hoveredRow?.row === row || !row.contains(target as Node)) return;
  hoveredRow?.endHover();
  const timer = setTimeout(() => onHover(!isWheelScrolling(row)), hoverDelayMs);
  const hoverController = new AbortController();
  const { signal } = hoverController;
  function endHover(): void {
    clearTimeout(timer);
    hoverController.abort();
    hoveredRow = null;
    onHover(false);
  }
  hoveredRow = { row, endHover };
  document.addEventListener("pointerover", (event) => !row.contains(event.target as Node) && endHover(), {
    signal,
  });
  document.documentElement.addEventListener("pointerleave", endHover, { signal });
}
