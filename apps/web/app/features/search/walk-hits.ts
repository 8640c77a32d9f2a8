import type { KeyboardEvent } from "react";

/** The arrow keys lead from the search field to what was found, from hit to hit, and back. */
export function walkHits(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  // A list below the field has the keys first, and so has an input method.
  if (step === undefined || event.defaultPrevented || event.nativeEvent.isComposing) return;
  const page = event.currentTarget;
  const hits = [...page.querySelectorAll<HTMLElement>("section li")].map(
    (hit) => hit.querySelector<HTMLElement>("a[href]") ?? hit.querySelector("button"),
  );
  const stops = [page.querySelector<HTMLElement>("search input"), ...hits];
  const at = stops.indexOf(event.target as HTMLElement);
  const next = stops[at + step];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}
