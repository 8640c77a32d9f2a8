import type { PointerEvent as ReactPointerEvent } from "react";
import { isWheelScrolling } from "./use-wheel-shield.ts";

/**
 * Milliseconds that the pointer must rest on a message until the message counts as hovered, so that no toolbar appears
 * while the reader scrolls past.
 */
const hoverDelayMs = 80;

/** The row under the pointer. `endHover` tells this row that the pointer has left it. */
let hoveredRow: { readonly row: Element; readonly endHover: () => void } | null = null;

/**
 * Reports to `onHover` when the mouse rests on a row and when it leaves. Call it in the row's `onPointerOver`. React's
 * enter and leave events are not enough, because they are missing if the mouse was on an element that was removed, such
 * as a menu item above the list.
 */
export function reportHover(
  { pointerType, currentTarget: row, target }: ReactPointerEvent<Element>,
  onHover: (isHovered: boolean) => void,
): void {
  // Ignore events in dialogs that this row opened: React passes them to the row, although the dialogs are elsewhere in
  // the document.
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
