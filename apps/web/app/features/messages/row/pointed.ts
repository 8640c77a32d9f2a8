import type { PointerEvent as ReactPointerEvent } from "react";
import { isQuiet } from "./use-quiet-wheel.ts";

/** Milliseconds of a pointer on a message: those that are scrolled past under it do not bring their actions along. */
const rest = 80;

/** What the mouse is on, and how it is told that it is not any more. */
let pointed: { readonly row: Element; readonly leave: () => void } | null = null;

/**
 * For the `onPointerOver` of something in a list: tells whether the mouse rests on it. Not by the events for entering
 * and leaving, which React makes up from what the browser tells of the element left: where that is gone, such as an item
 * of a menu that lay over others, a browser tells of what is entered alone.
 */
export function followPointer(
  { pointerType, currentTarget: row, target }: ReactPointerEvent<Element>,
  tell: (pointed: boolean) => void,
): void {
  // A window that opened from it is drawn elsewhere, though React has it in here.
  if (pointerType !== "mouse" || pointed?.row === row || !row.contains(target as Node)) return;
  pointed?.leave();
  const timer = setTimeout(() => tell(!isQuiet(row)), rest);
  const given = new AbortController();
  const { signal } = given;
  function leave(): void {
    clearTimeout(timer);
    given.abort();
    pointed = null;
    tell(false);
  }
  pointed = { row, leave };
  document.addEventListener("pointerover", (event) => !row.contains(event.target as Node) && leave(), {
    signal,
  });
  document.documentElement.addEventListener("pointerleave", leave, { signal });
}
