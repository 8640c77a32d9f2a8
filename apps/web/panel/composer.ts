import type { ExpectedAnswer } from "@kakehashi/contract/bot-visitor-shapes";
import { createElement } from "./elements.ts";
import { createAcceptAttribute, findFileRefusal } from "./file-checks.ts";
import type { UploadRefusalReason } from "./outbox.ts";
import type { PanelTexts } from "./texts.ts";

/**
 * A visitor's message has at most this many UTF-16 code units. The contract has the same number as
 * `maximumVisitorMessageLength`.
 */
const maximumMessageLength = 10_000;

const fieldKinds = {
  number: { type: "text", inputmode: "decimal", autocomplete: "off" },
  email: { type: "email", inputmode: "email", autocomplete: "email" },
  phone: { type: "tel", inputmode: "tel", autocomplete: "tel" },
  date: { type: "date", inputmode: null, autocomplete: "off" },
} as const;

type FileRefusalReason = UploadRefusalReason | NonNullable<ReturnType<typeof findFileRefusal>>["text"];

const isFieldKind = (kind: string): kind is keyof typeof fieldKinds => kind in fieldKinds;

/**
 * Creates the form in which the visitor writes. The field's type depends on the kind of answer that the bot expects.
 */
export function createComposer(
  texts: PanelTexts,
  {
    locale,
    send,
    sendFile,
  }: { locale: string; send: (text: string) => void; sendFile: (file: File) => void },
) {
  let field: HTMLInputElement | HTMLTextAreaElement = createTextArea(texts.write);
  let shownInputJson = "";
  const button = createElement("button", {
    type: "submit",
    class: "send",
    "aria-label": texts.send,
    title: texts.send,
  });
  button.innerHTML =
    '<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" d="M12 19V5m-6 6 6-6 6 6"/></svg>';
  /** The file input is hidden and cannot get the focus. The button “Attach” opens its file dialog. */
  const fileInput = createElement("input", {
    type: "file",
    hidden: "",
    tabindex: "-1",
    "aria-hidden": "true",
  });
  const attachButton = createElement("button", {
    type: "button",
    class: "attach",
    "aria-label": texts.attach,
    title: texts.attach,
  });
  attachButton.innerHTML =
    '<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" d="m21 11-9 9a6 6 0 0 1-8-8l9-9a4 4 0 0 1 6 6l-9 9a2 2 0 0 1-3-3l8-8"/></svg>';
  const refusalNote = createElement("p", { class: "refusal", role: "alert" });
  refusalNote.hidden = true;
  const form = createElement(
    "form",
    { class: "composer", novalidate: "" },
    attachButton,
    field,
    button,
    fileInput,
    refusalNote,
  );
  let currentInput: ExpectedAnswer | null = null;

  /** Shows below the field why a file is not sent. Null removes this note. */
  function showRefusal(text: FileRefusalReason | null, megabytes = "25"): void {
    refusalNote.hidden = text === null;
    refusalNote.textContent = text && texts[text].replace("{megabytes}", megabytes);
  }
  attachButton.addEventListener("click", () => fileInput.click());
  fileInput.addEventListener("change", () => {
    const file = fileInput.files?.[0];
    fileInput.value = "";
    if (!file) return;
    const fileRefusal = findFileRefusal(file, currentInput?.kind === "file" ? currentInput : null, locale);
    showRefusal(fileRefusal?.text ?? null, fileRefusal?.megabytes);
    if (fileRefusal === null) sendFile(file);
    field.focus();
  });

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
    // Ignore an Enter that only confirms the characters of an input method, for example for Japanese. In Safari, such
    // an Enter has the key code 229.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    form.requestSubmit();
  });

  return {
    form,
    focus: () => field.focus(),
    typed: (): string => field.value,
    /** Puts the visitor's unsent text back into the field after the panel was drawn again. */
    keep(text: string): void {
      field.value = text;
    },
    showRefusal,
    /**
     * Changes the field's type when the bot expects another kind of answer. The typed text stays, except in a date
     * field, which accepts only dates.
     */
    ask(input: ExpectedAnswer | null, isWithAgents: boolean): void {
      currentInput = input;
      attachButton.hidden = input?.kind !== "file" && !isWithAgents;
      if (attachButton.hidden) refusalNote.hidden = true;
      const acceptedTypes = input?.kind === "file" ? createAcceptAttribute(input) : null;
      if (acceptedTypes === null) fileInput.removeAttribute("accept");
      else fileInput.accept = acceptedTypes;
      const answerKind = input?.kind ?? "text";
      const inputJson = JSON.stringify(input);
      if (inputJson === shownInputJson) return;
      shownInputJson = inputJson;
      const label = isFieldKind(answerKind)
        ? texts[answerKind]
        : answerKind === "choice" || answerKind === "file"
          ? texts[answerKind]
          : texts.write;
      const nextField = isFieldKind(answerKind)
        ? createElement("input", {
            ...fieldKinds[answerKind],
            "aria-label": label,
            placeholder: label,
            maxlength: String(maximumMessageLength),
            min: answerKind === "date" ? (input?.minimum ?? null) : null,
            max: answerKind === "date" ? (input?.maximum ?? null) : null,
          })
        : createTextArea(label);
      const hadFocus = document.activeElement === field;
      if (answerKind !== "date") nextField.value = field.value;
      field.replaceWith(nextField);
      field = nextField;
      if (hadFocus) field.focus();
    },
  };
}

const createTextArea = (label: string) =>
  createElement("textarea", {
    rows: "1",
    "aria-label": label,
    placeholder: label,
    maxlength: String(maximumMessageLength),
    enterkeyhint: "send",
  });
