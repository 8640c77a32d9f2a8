import { countCharacters, maximumMessageLength } from "@kakehashi/contract/messages";
import type { UserSummary } from "@kakehashi/contract/users";
import { type ClipboardEvent, type KeyboardEvent, type Ref, useImperativeHandle, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Choices, choiceId } from "./choices.tsx";
import styles from "./composer.module.css";
import { sends } from "./composer-keys.ts";
import { useCompletion } from "./use-completion.ts";

export interface FieldHandle {
  focus(): void;
  /** Puts words at the end, on a line of their own. */
  append(text: string): void;
  /** Puts words at the caret. */
  insert(text: string): void;
}

interface Props {
  ref?: Ref<FieldHandle>;
  text: string;
  onChange: (text: string) => void;
  /** Enter, as the writer has set it, outside of a composition. */
  onSubmit: () => void;
  /** Keys that neither the list of choices nor sending took. */
  onKey?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  onPaste?: (event: ClipboardEvent<HTMLTextAreaElement>) => void;
  people: readonly UserSummary[];
  label: string;
  describedBy?: string;
  enterSends: boolean;
}

/** Several lines to write in, with names after `@` and emojis after `:`. */
export function Field({
  ref,
  text,
  onChange,
  onSubmit,
  onKey,
  onPaste,
  people,
  label,
  describedBy,
  enterSends,
}: Props) {
  const { t } = useTranslation("messages");
  const area = useRef<HTMLTextAreaElement>(null);
  const completion = useCompletion({ text, people, onChange, area });

  useImperativeHandle(ref, () => ({
    focus: () => area.current?.focus({ preventScroll: true }),
    append(words) {
      onChange(text === "" ? words : `${text.replace(/\n*$/, "\n")}${words}`);
      area.current?.focus();
    },
    insert(words) {
      const element = area.current;
      const at = element?.selectionStart ?? text.length;
      onChange(text.slice(0, at) + words + text.slice(element?.selectionEnd ?? at));
      completion.placeCaret(at + words.length);
      element?.focus();
    },
  }));

  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (completion.press(event)) return;
    if (sends(event.nativeEvent, enterSends)) {
      event.preventDefault();
      onSubmit();
      return;
    }
    onKey?.(event);
  }

  return (
    <>
      <Choices completion={completion} label={t("choices")} />
      <div className={styles.grow} data-text={`${text} `}>
        <textarea
          ref={area}
          className={styles.field}
          rows={1}
          value={text}
          onChange={(event) => {
            onChange(event.currentTarget.value);
            completion.look(event.currentTarget);
          }}
          onSelect={(event) => completion.look(event.currentTarget)}
          onBlur={completion.close}
          onKeyDown={press}
          onPaste={onPaste}
          placeholder={label}
          aria-label={label}
          aria-describedby={describedBy}
          aria-autocomplete="list"
          aria-controls={completion.choices.length > 0 ? completion.id : undefined}
          aria-activedescendant={
            completion.choices.length > 0 ? choiceId(completion.id, completion.at) : undefined
          }
          enterKeyHint={enterSends ? "send" : "enter"}
        />
      </div>
    </>
  );
}

/** Characters before the limit from which on the writer sees how many are left. */
export const warning = 500;

/** Characters as a person counts them. Counting costs: below the warning the code units are near enough. */
export function lengthOf(text: string): number {
  return text.length < maximumMessageLength - warning ? text.length : countCharacters(text.trim());
}
