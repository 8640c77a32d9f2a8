import { type RefObject, useEffect } from "react";

type TextField = HTMLInputElement | HTMLTextAreaElement;

const isTextField = (element: EventTarget | null): element is TextField =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

/** What was typed into a form before React ran the page. */
interface EarlyInput {
  readonly values: ReadonlyMap<string, string>;
  /** Whether Enter was pressed in the form. */
  readonly isSubmitted: boolean;
}

const earlyInputs = new WeakMap<HTMLFormElement, EarlyInput>();

declare global {
  /** The listener from the inline script in `root.tsx`. An Enter in a form sets the form's `data-enter`. */
  var onEarlyEnter: ((event: KeyboardEvent) => void) | undefined;
}

/**
 * Remembers what people or password managers have entered before React runs. Call this function before hydration,
 * because the form library then resets the fields to their initial values.
 */
export function rememberEarlyInput(): void {
  if (globalThis.onEarlyEnter) removeEventListener("keydown", globalThis.onEarlyEnter, true);
  for (const form of document.forms) {
    const fields = [...form.elements]
      .filter(isTextField)
      .filter(({ value, defaultValue }) => value !== defaultValue);
    const values = new Map(fields.map(({ name, value }) => [name, value]));
    const isSubmitted = form.dataset.enter !== undefined;
    delete form.dataset.enter;
    if (values.size > 0) earlyInputs.set(form, { values, isSubmitted });
  }
}

/** Restores what was entered before React ran, and submits the form if Enter was pressed. */
export function useRestoreEarlyInput(button: RefObject<HTMLButtonElement | null>, isHydrated: boolean): void {
  useEffect(() => {
    const form = button.current?.form;
    const input = form && earlyInputs.get(form);
    if (!isHydrated || !input) return;
    earlyInputs.delete(form);
    for (const field of [...form.elements].filter(isTextField)) {
      const value = input.values.get(field.name);
      if (value === undefined || field.value !== field.defaultValue) continue;
      // Set the value with the browser's own setter. React replaces the `value` property of each field by its own, and
      // would then not notice that the value has changed.
      const prototype =
        field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
      Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    if (input.isSubmitted) form.requestSubmit();
  }, [button, isHydrated]);
}
