import { type RefObject, useEffect } from "react";
import { afterPaint } from "../../../kit/after-paint.ts";
import type { FieldHandle } from "./field.tsx";

/** Focuses the field of a composer that has just opened, unless the reader is busy elsewhere. */
export function useFocusOnOpen(
  form: RefObject<HTMLFormElement | null>,
  field: RefObject<FieldHandle | null>,
): void {
  useEffect(() => {
    // On a phone the on-screen keyboard would cover the messages.
    if (!matchMedia("(hover: hover)").matches) return;
    // Show the messages first: focusing a field makes the browser compute the layout of the whole page.
    return afterPaint(() => {
      const focusedElement = document.activeElement;
      // A message in this list keeps the focus if the reader came to it by a search. A message of another list does
      // not keep it, because it opened this composer.
      const isSearchedMessage =
        focusedElement?.matches("[data-message]") && form.current?.parentElement?.contains(focusedElement);
      // A field that the reader has opened meanwhile keeps the focus too.
      if (!isSearchedMessage && !focusedElement?.closest("[data-busy]")) field.current?.focus();
    });
  }, [form, field]);
}
