import { translationTransitions } from "@kakehashi/contract/translation-states";
import { emptyClaimColumns, emptyTextColumns, type TranslationRow } from "./row.ts";
import type { OriginalText } from "./source.ts";
import { createHistoryEntry, type RunTranslationStep, type StepResult } from "./step.ts";

/** Whether a person has written the translation and nobody has rejected it since. */
const isWrittenByPerson = ({ state }: TranslationRow) => state === "TRANSLATED" || state === "APPROVED";

/**
 * Records a request for a translation. If a person has already written the translation, no translator need write it, so
 * it does not wait for one.
 */
export function addRequestToRow(
  row: TranslationRow,
  { userId, now, note, urgency }: { userId: string; now: Date } & Pick<TranslationRow, "note" | "urgency">,
): TranslationRow {
  return {
    ...row,
    asked_by: row.asked_by ?? userId,
    asked_at: row.asked_at ?? now,
    waiting_since: isWrittenByPerson(row) ? null : (row.waiting_since ?? now),
    note: note || row.note,
    urgency: getUrgencyRank(urgency) > getUrgencyRank(row.urgency) || !row.asked_at ? urgency : row.urgency,
  };
}

/**
 * Requests a translation of a translator's question, for the author of the message that the question is about. The
 * urgency is high, because the translation of that message waits for the author's reply.
 */
export const requestQuestionTranslationForAuthor: RunTranslationStep = async ({ row, actorId, now }) =>
  actorId === null
    ? null
    : { row: addRequestToRow(row, { userId: actorId, now, note: "", urgency: "HIGH" }) };

/**
 * Withdraws the request for a translation, after the last bookmark that needed it was removed. A text that already
 * exists stays. A translation that was rejected with a reason still waits for a translator.
 */
export function withdrawRequestFromRow(row: TranslationRow): TranslationRow {
  if (row.state === "NEEDS_RETRANSLATION" && row.reason !== "") return row;
  return { ...row, asked_by: null, asked_at: null, waiting_since: null, note: "", urgency: "NORMAL" };
}

const getUrgencyRank = (urgency: TranslationRow["urgency"]) => ["LOW", "NORMAL", "HIGH"].indexOf(urgency);

/**
 * Whether the text was translated from a wrong language and must be discarded: it comes from a machine or the
 * translation memory, and no person has approved it.
 */
const hasWrongSourceLanguage = (
  { origin, state, source, version }: TranslationRow,
  { language }: OriginalText,
) => version > 0 && origin !== "PERSON" && state !== "APPROVED" && source !== language;

/** Returns the new row of a translation, after its original was edited or the original's language was corrected. */
export function updateAfterEdit(row: TranslationRow, original: OriginalText, now: Date): StepResult | null {
  // The machine translates the new text in a separate job. So this translation no longer waits for the monthly budget
  // of the translation provider.
  const nextRow: TranslationRow = { ...row, source: original.language, waits_for_machine: false };
  // The original is now in the language of this translation, so no translation is needed.
  if (row.language === original.language)
    return { row: { ...nextRow, ...emptyClaimColumns, waiting_since: null } };
  const waitingSince = row.asked_at === null ? null : (row.waiting_since ?? now);
  if (row.version === 0) return { row: { ...nextRow, waiting_since: waitingSince } };
  if (hasWrongSourceLanguage(row, original))
    return { row: { ...nextRow, ...emptyTextColumns, waiting_since: waitingSince, updated_at: now } };
  // The text of the original has not changed, only its language was corrected. A translation that a person has written
  // stays valid. Any other translation, such as a rejected one, waits for a translator if somebody has requested it.
  if (row.revision === original.revision)
    return { row: { ...nextRow, waiting_since: isWrittenByPerson(row) ? null : waitingSince } };
  if (row.state === translationTransitions.expire.to)
    return { row: { ...nextRow, waiting_since: waitingSince } };
  const expiredRow: TranslationRow = {
    ...nextRow,
    state: translationTransitions.expire.to,
    approved_by: null,
    waiting_since: waitingSince,
    updated_at: now,
  };
  return { row: expiredRow, historyEntry: createHistoryEntry(expiredRow, "EXPIRED", {}) };
}
