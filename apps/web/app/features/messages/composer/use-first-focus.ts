import { type RefObject, useEffect } from "react";
import { afterPaint } from "../../../kit/after-paint.ts";
import type { FieldHandle } from "./field.tsx";

/** Focuses the field of a composer that has just opened, unless the reader is busy elsewhere. */
export function useFocusOnOpen(
  form: RefObject<HTMLFormElement | null>,
  field: RefObject<FieldHandle | null>,
): void {
  useEffect(() => {
    // Do not focus the field on a phone: the on-screen keyboard would cover the messages.
    if (!matchMedia("(hover: hover)").matches) return;
    // Show the messages first: focusing a field makes the browser compute the layout of the whole page.
    return afterPaint(() => {
      const focusedElement = document.activeElement;
      // If the reader came to a message of this list by a search, the message keeps the focus. A focused message of
      // another list does not keep it: opening its thread has shown this composer.
      const isSearchedMessage =
        focusedElement?.matches("[data-message]") && form.current?.parentElement?.contains(focusedElement);
      // The focus stays inside an element with `data-busy`, such as a form that the reader has opened meanwhile.
      if (!isSearchedMessage && !focusedElement?.closest("[data-busy]")) field.current?.focus();
    });
  }, [form, field]);
}
