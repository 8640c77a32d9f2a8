import { trimCharactersFromEnd } from "@kakehashi/contract/kit/trim";
import { type MentionRange, parseMentions, restoreMentionMarkup } from "@kakehashi/contract/mentions";
import { countMessageCharacters, maximumMessageLength } from "@kakehashi/contract/message-text";
import type { UserSummary } from "@kakehashi/contract/users";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useImperativeHandle,
  useMemo,
  useRef,
} from "react";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { choiceElementId, SuggestionList } from "./choices.tsx";
import styles from "./composer.module.css";
import { emphasisSignOf, isSendKey, toggleEmphasis } from "./composer-keys.ts";
import { moveMentions } from "./move-mentions.ts";
import { useCompletion } from "./use-completion.ts";

export interface FieldHandle {
  focus(): void;
  /** Adds text at the end of the field, on its own line. */
  append(text: string): void;
  insert(text: string): void;
}

interface ComposerFieldProps {
  ref?: Ref<FieldHandle>;
  /**
   * The text in the stored format. In it, each mention contains the person's id, although the writer sees only `@name`.
   */
  content: string;
  onChange: (content: string) => void;
  /**
   * Called when the writer presses Enter to send (or Ctrl+Enter, by the writer's setting). Not called while an input
   * method is composing.
   */
  onSubmit: () => void;
  /** Called for keys that neither the suggestions nor `onSubmit` have handled. */
  onKey?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  onPaste?: (event: ClipboardEvent<HTMLTextAreaElement>) => void;
  roomId: string;
  people: readonly UserSummary[];
  label: string;
  describedBy?: string;
  enterSends: boolean;
}

/** A text area that suggests names after `@` and emojis after `:`. */
export function ComposerField({
  ref,
  content,
  onChange,
  onSubmit,
  onKey,
  onPaste,
  roomId,
  people,
  label,
  describedBy,
  enterSends,
}: ComposerFieldProps) {
  const { t } = useTranslation("messages");
  const area = useRef<HTMLTextAreaElement>(null);
  const { text, ranges } = useMemo(() => parseMentions(content), [content]);
  const completion = useCompletion({ roomId, people, replaceText, area, onUnusedEnter: handleUnusedEnter });
  /**
   * The mentions in a text that the composer itself inserts, such as an accepted suggestion. Set only during the
   * insertion. Empty while the person types.
   */
  const insertedMentions = useRef<readonly MentionRange[]>([]);

  function change(value: string, caret: number): void {
    const insertedRanges = insertedMentions.current;
    const mentionsAfter = moveMentions(ranges, text, value, caret).filter(
      (range) => !insertedRanges.some(({ start, end }) => range.start < end && start < range.end),
    );
    mentionsAfter.push(...insertedRanges);
    onChange(
      restoreMentionMarkup(
        value,
        mentionsAfter.sort((a, b) => a.start - b.start),
      ),
    );
  }

  /** Inserts the text as if it were typed. Assigning `value` would clear the browser's undo history. */
  function replaceText(
    replacedStart: number,
    replacedEnd: number,
    insertedText: string,
    mentions: readonly MentionRange[] = [],
  ): void {
    const element = area.current;
    if (!element) return;
    element.focus({ preventScroll: true });
    element.setSelectionRange(replacedStart, replacedEnd);
    insertedMentions.current = mentions;
    if (!document.execCommand("insertText", false, insertedText))
      change(
        text.slice(0, replacedStart) + insertedText + text.slice(replacedEnd),
        replacedStart + insertedText.length,
      );
    insertedMentions.current = [];
  }

  function insertAtCaret(text: string): void {
    const { selectionStart, selectionEnd } = area.current ?? { selectionStart: 0, selectionEnd: 0 };
    replaceText(selectionStart, selectionEnd, text);
  }

  function emphasiseSelection(sign: "**" | "*"): void {
    const element = area.current;
    if (!element) return;
    const { replacedStart, replacedEnd, replacement, selection } = toggleEmphasis(
      text,
      element.selectionStart,
      element.selectionEnd,
      sign,
    );
    const caretShift = replacement.length > replacedEnd - replacedStart ? sign.length : -sign.length;
    const mentionsInRange = ranges.filter(
      (range) => replacedStart <= range.start && range.end <= replacedEnd,
    );
    replaceText(
      replacedStart,
      replacedEnd,
      replacement,
      mentionsInRange.map((range) => ({
        ...range,
        start: range.start + caretShift,
        end: range.end + caretShift,
      })),
    );
    element.setSelectionRange(...selection);
  }

  useImperativeHandle(ref, () => ({
    focus: () => area.current?.focus({ preventScroll: true }),
    append(text) {
      onChange(content === "" ? text : `${trimCharactersFromEnd(content, "\n")}\n${text}`);
      area.current?.focus();
    },
    insert: insertAtCaret,
  }));

  function handleUnusedEnter(event: globalThis.KeyboardEvent): void {
    if (isSendKey(event, enterSends)) onSubmit();
    else insertAtCaret("\n");
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (completion.onKey(event)) return;
    const sign = emphasisSignOf(event.nativeEvent, /^Mac|iP/.test(navigator.platform));
    if (sign) {
      event.preventDefault();
      emphasiseSelection(sign);
      return;
    }
    if (isSendKey(event.nativeEvent, enterSends)) {
      event.preventDefault();
      onSubmit();
      return;
    }
    onKey?.(event);
  }

  return (
    <>
      <SuggestionList completion={completion} label={t("choices")} />
      <div className={styles.growingField} data-text={`${text} `}>
        <textarea
          ref={area}
          className={styles.field}
          rows={1}
          value={text}
          onChange={(event) => {
            change(event.currentTarget.value, event.currentTarget.selectionEnd);
            completion.updateTrigger(event.currentTarget);
          }}
          onSelect={(event) => completion.updateTrigger(event.currentTarget)}
          onBlur={completion.close}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          placeholder={label}
          aria-label={label}
          aria-describedby={describedBy}
          aria-autocomplete="list"
          aria-controls={completion.choices.length > 0 ? completion.listboxId : undefined}
          aria-activedescendant={
            completion.choices.length > 0
              ? choiceElementId(completion.listboxId, completion.selectedIndex)
              : undefined
          }
          enterKeyHint={enterSends ? "send" : "enter"}
        />
      </div>
    </>
  );
}

/** The counter appears when at most this many characters are left. */
export const counterThresholdRemainingCount = 500;

/**
 * Returns the length in characters as people count them. Counting is slow, so for a short text returns the number of
 * code units.
 */
export function textLengthOf(content: string): number {
  return content.length < maximumMessageLength - counterThresholdRemainingCount
    ? content.length
    : countMessageCharacters(content.trim());
}
