import { type RefObject, useEffect } from "react";
import { runAfterPaint } from "../../../kit/after-paint.ts";
import type { FieldHandle } from "./field.tsx";

/** Focuses the field of a newly opened composer, unless the reader is busy elsewhere. */
export function useFocusOnOpen(
  form: RefObject<HTMLFormElement | null>,
  field: RefObject<FieldHandle | null>,
): void {
  useEffect(() => {
    // Do not focus the field on a phone: the on-screen keyboard would cover the messages.
    if (!matchMedia("(hover: hover)").matches) return;
    // Wait until the messages are painted, because focusing a field makes the browser compute the layout of the whole
    // page.
    return runAfterPaint(() => {
      const focusedElement = document.activeElement;
      // If a message of this list has the focus, leave it there, because a search has led the reader to that message.
      // If a message of another list has it, the reader has just opened that message's thread, so move the focus to the
      // thread's composer.
      const isSearchedMessage =
        focusedElement?.matches("[data-message]") && form.current?.parentElement?.contains(focusedElement);
      // Leave the focus in an element with `data-busy`, such as a form in which the reader is typing.
      if (!isSearchedMessage && !focusedElement?.closest("[data-busy]")) field.current?.focus();
    });
  }, [form, field]);
}
