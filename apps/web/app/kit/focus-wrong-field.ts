const invalidFieldSelector = '[aria-invalid="true"]:not(:disabled)';

/**
 * Focuses the first invalid field of a form and scrolls to it. The form library does so only for fields that are
 * registered with it, and not for lists such as opening hours. Does nothing if an invalid field has the focus already,
 * or if the focus is outside of the form.
 */
export function focusFirstInvalidField(form: HTMLFormElement, focusedElement: Element | null): void {
  if (focusedElement && form.contains(focusedElement) && focusedElement.matches(invalidFieldSelector)) return;
  if (focusedElement && !form.contains(focusedElement) && !focusedElement.contains(form)) return;
  const field = form.querySelector<HTMLElement>(invalidFieldSelector);
  field?.focus();
  // `focus()` does not scroll to a field that is partly visible, so scroll to it here.
  field?.scrollIntoView({ block: "nearest" });
}
