const wrongFieldSelector = '[aria-invalid="true"]:not(:disabled)';

/**
 * Focuses the first wrong field of a form and scrolls to it. The form library does this only for fields that are
 * registered with it, and not for fields that a page renders from a list, such as opening hours. Does nothing if a
 * wrong field has the focus already, or if the focus is outside of the form.
 */
export function focusWrongField(form: HTMLFormElement, focused: Element | null): void {
  if (focused && form.contains(focused) && focused.matches(wrongFieldSelector)) return;
  if (focused && !form.contains(focused) && !focused.contains(form)) return;
  const field = form.querySelector<HTMLElement>(wrongFieldSelector);
  field?.focus();
  // Scroll to the field, because the browser's `focus()` does not scroll to a field that is partly visible.
  field?.scrollIntoView({ block: "nearest" });
}
