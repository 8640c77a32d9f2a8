import type { KeyboardEvent } from "react";

/** Moves the focus between the search field and the results by the arrow keys. */
export function moveFocusBetweenHits(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  // Leave the keys to an open list of suggestions, or to an input method that is composing text.
  if (step === undefined || event.defaultPrevented || event.nativeEvent.isComposing) return;
  const page = event.currentTarget;
  const hits = [...page.querySelectorAll<HTMLElement>("section li")].map(
    (hit) => hit.querySelector<HTMLElement>("a[href]") ?? hit.querySelector("button"),
  );
  const focusTargets = [page.querySelector<HTMLElement>("search input"), ...hits];
  const currentIndex = focusTargets.indexOf(event.target as HTMLElement);
  const nextFocusTarget = focusTargets[currentIndex + step];
  if (currentIndex < 0 || !nextFocusTarget) return;
  event.preventDefault();
  nextFocusTarget.focus();
}
