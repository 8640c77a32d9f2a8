import type { KeyboardEvent } from "react";

/** For a pane that Escape closes: not while an input method composes, and not where something in it took the key. */
export const closeOnEscape = (close: () => void) => (event: KeyboardEvent<HTMLElement>) => {
  if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
  // A menu of it stands elsewhere in the page, and closes by itself.
  if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
  event.preventDefault();
  close();
};
