import type { PointerEvent as ReactPointerEvent } from "react";
import { isWheelScrolling } from "./use-wheel-shield.ts";

/**
 * A message counts as hovered after the pointer rested on it for this many milliseconds. Scrolling past it
 * shows no toolbar.
 */
const hoverDelayMs = 80;

/** The row under the pointer, and the function that ends its hover state. */
let hoveredRow: { readonly row: Element; readonly endHover: () => void } | null = null;

/**
 * Call it in `onPointerOver` of a row: it reports whether the mouse rests on the row. React's own enter and leave
 * events are not enough: React derives them from the event of the element that the mouse left. If that element was
 * removed, such as a menu item above the list, the browser sends no such event.
 */
export function reportHover(
  { pointerType, currentTarget: row, target }: ReactPointerEvent<Element>,
  onHover: (isHovered: boolean) => void,
): void {
  // React events bubble from dialogs that this row opened, although they are elsewhere in the document.
  if (pointerType !== "mouse" || hoveredRow?.row === row || !row.contains(target as Node)) return;
  hoveredRow?.endHover();
  const timer = setTimeout(() => onHover(!isWheelScrolling(row)), hoverDelayMs);
  const controller = new AbortController();
  const { signal } = controller;
  function endHover(): void {
    clearTimeout(timer);
    controller.abort();
    hoveredRow = null;
    onHover(false);
  }
  hoveredRow = { row, endHover };
  document.addEventListener("pointerover", (event) => !row.contains(event.target as Node) && endHover(), {
    signal,
  });
  document.documentElement.addEventListener("pointerleave", endHover, { signal });
}
