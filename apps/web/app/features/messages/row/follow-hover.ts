import type { PointerEvent as ReactPointerEvent } from "react";
import { isWheeling } from "./use-wheel-shield.ts";

/**
 * A message counts as hovered after the pointer rested on it for this many milliseconds. Scrolling past it
 * shows no toolbar.
 */
const restMs = 80;

/** The hovered row, and the function that ends its hover. */
let hovered: { readonly row: Element; readonly leave: () => void } | null = null;

/**
 * Use it in `onPointerOver`. It reports whether the mouse rests on the element. React's enter and leave events are not
 * enough: React derives them from the event of the element that was left. When that element was removed, such as a menu
 * item above the list, the browser sends only the event of the new one.
 */
export function followHover(
  { pointerType, currentTarget: row, target }: ReactPointerEvent<Element>,
  onHover: (hovered: boolean) => void,
): void {
  // React events bubble from dialogs that this row opened, although they are elsewhere in the document.
  if (pointerType !== "mouse" || hovered?.row === row || !row.contains(target as Node)) return;
  hovered?.leave();
  const timer = setTimeout(() => onHover(!isWheeling(row)), restMs);
  const controller = new AbortController();
  const { signal } = controller;
  function leave(): void {
    clearTimeout(timer);
    controller.abort();
    hovered = null;
    onHover(false);
  }
  hovered = { row, leave };
  document.addEventListener("pointerover", (event) => !row.contains(event.target as Node) && leave(), {
    signal,
  });
  document.documentElement.addEventListener("pointerleave", leave, { signal });
}
