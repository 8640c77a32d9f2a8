import { isLegalTransition } from "@kakehashi/contract/kit/transitions";
import type { Language } from "@kakehashi/contract/languages";
import { translationTransitions } from "@kakehashi/contract/translation-states";
import type { TranslationRow } from "./row.ts";
import type { OriginalText } from "./source.ts";
import {
  createHistoryEntry,
  type LockedTranslation,
  type RunTranslationStep,
  type StepResult,
} from "./step.ts";

export interface MachineOrMemoryText {
  content: string;
  origin: "MACHINE" | "MEMORY";
  /** The revision of the original that was translated. */
  revision: number;
}

/**
 * Stores a text from machine translation or the translation memory, unless a person has written a current one. If
 * somebody requested the translation, it still waits for a translator after a machine's text, but not after one from
 * the memory.
 */
export const createFillStep =
  (filledText: MachineOrMemoryText, from: Language): RunTranslationStep =>
  async ({ original, row, now }) =>
    // If the original was edited or its language corrected in the meantime, the text is not stored.
    filledText.revision === original.revision && from === original.language
      ? fillTranslation(row, filledText, now)
      : null;

/**
 * Sets whether the text waits for next month's budget of the machine translation provider. `mayStillWait` repeats the
 * caller's check while the room is locked.
 */
export const createWaitingForMachineStep =
  (
    isWaiting: boolean,
    { revision, language }: Pick<OriginalText, "revision" | "language">,
    mayStillWait: (tx: LockedTranslation["tx"]) => Promise<boolean>,
  ): RunTranslationStep =>
  async ({ tx, original, row }) => {
    // The original was edited or its language corrected, so this text need not wait any more. A separate job translates
    // the new revision by machine.
    if (isWaiting && (revision !== original.revision || language !== original.language)) return null;
    if (isWaiting && !isLegalTransition(translationTransitions, "fill", row.state)) return null;
    if (row.waits_for_machine === isWaiting || !(await mayStillWait(tx))) return null;
    return { row: { ...row, waits_for_machine: isWaiting } };
  };

/**
 * After an edit of the original, stores the translation that the translation memory has for the new text. If the new
 * text already has a translation, keeps it.
 */
export const fillTextFromMemory = (
  row: TranslationRow,
  { revision }: OriginalText,
  content: string,
  now: Date,
): StepResult | null =>
  row.revision === revision ? null : fillTranslation(row, { content, origin: "MEMORY", revision }, now);

function fillTranslation(
  row: TranslationRow,
  { content, origin, revision }: MachineOrMemoryText,
  now: Date,
): StepResult | null {
  const stepName = origin === "MACHINE" ? "fill" : "recall";
  // A text by a person is replaced only if it is outdated or was rejected.
  if (!isLegalTransition(translationTransitions, stepName, row.state)) return null;
  const version = row.last_version + 1;
  const nextRow: TranslationRow = {
    ...row,
    content,
    origin,
    revision,
    version,
    last_version: version,
    user_id: null,
    approved_by: null,
    state: translationTransitions[stepName].to,
    waiting_since: origin === "MACHINE" ? row.waiting_since : null,
    waits_for_machine: false,
    updated_at: now,
  };
  const event = origin === "MACHINE" ? "FILLED" : "RECALLED";
  return { row: nextRow, historyEntry: createHistoryEntry(nextRow, event, { content }) };
}
