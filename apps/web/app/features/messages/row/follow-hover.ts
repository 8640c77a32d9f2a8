import type { PointerEvent as ReactPointerEvent } from "react";
import { isWheeling } from "./use-wheel-shield.ts";

/** Milliseconds of a pointer on a message: those that are scrolled past under it do not bring their actions along. */
const restMs = 80;

/** What the mouse is on, and how it is told that it is not any more. */
let hovered: { readonly row: Element; readonly leave: () => void } | null = null;

/**
 * For the `onPointerOver` of something in a list: tells whether the mouse rests on it. Not by the events for entering
 * and leaving, which React makes up from what the browser tells of the element left: where that is gone, such as an item
 * of a menu that lay over others, a browser tells of what is entered alone.
 */
export function followHover(
  { pointerType, currentTarget: row, target }: ReactPointerEvent<Element>,
  onHover: (hovered: boolean) => void,
): void {
  // A window that opened from it is drawn elsewhere, though React has it in here.
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
