import type { VisitInput } from "@kakehashi/contract/bot-visitors";
import { element } from "./elements.ts";
import type { PanelTexts } from "./texts.ts";

/** The most UTF-16 code units of a message, `maximumAnswer` of the contract. */
const maximumLength = 10_000;

const fieldKinds = {
  number: { type: "text", inputmode: "decimal", autocomplete: "off" },
  email: { type: "email", inputmode: "email", autocomplete: "email" },
  phone: { type: "tel", inputmode: "tel", autocomplete: "tel" },
  date: { type: "date", inputmode: null, autocomplete: "off" },
} as const;

const isFieldKind = (kind: string): kind is keyof typeof fieldKinds => kind in fieldKinds;

/** The form in which the visitor writes. The type of its field depends on what the bot asks for. */
export function createComposer(texts: PanelTexts, send: (text: string) => void) {
  let field: HTMLInputElement | HTMLTextAreaElement = textArea(texts.write);
  let shown = "";
  const button = element("button", {
    type: "submit",
    class: "send",
    "aria-label": texts.send,
    title: texts.send,
  });
  button.innerHTML =
    '<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" d="M12 19V5m-6 6 6-6 6 6"/></svg>';
  const form = element("form", { class: "composer", novalidate: "" }, field, button);

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text === "") {
      field.focus();
      return;
    }
    field.value = "";
    send(text);
    field.focus();
  });
  form.addEventListener("keydown", (event) => {
    if (event.target !== field || !(field instanceof HTMLTextAreaElement)) return;
    // During composition Enter only confirms the input method's text. Safari reports that as key code 229.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    form.requestSubmit();
  });

  return {
    form,
    focus: () => field.focus(),
    /**
     * Changes the field if the bot asks for another kind of answer. Keeps the typed text, except in a date field, which
     * accepts only dates.
     */
    ask(input: VisitInput | null): void {
      const kind = input?.kind ?? "text";
      const wanted = JSON.stringify(input);
      if (wanted === shown) return;
      shown = wanted;
      const label = isFieldKind(kind) ? texts[kind] : kind === "choice" ? texts.choose : texts.write;
      const next = isFieldKind(kind)
        ? element("input", {
            ...fieldKinds[kind],
            "aria-label": label,
            placeholder: label,
            maxlength: String(maximumLength),
            min: kind === "date" ? (input?.minimum ?? null) : null,
            max: kind === "date" ? (input?.maximum ?? null) : null,
          })
        : textArea(label);
      const hadFocus = document.activeElement === field;
      if (kind !== "date") next.value = field.value;
      field.replaceWith(next);
      field = next;
      if (hadFocus) field.focus();
    },
  };
}

const textArea = (label: string) =>
  element("textarea", {
    rows: "1",
    "aria-label": label,
    placeholder: label,
    maxlength: String(maximumLength),
    enterkeyhint: "send",
  });
