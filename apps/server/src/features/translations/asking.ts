import { translationSteps } from "@kakehashi/contract/translation-states";
import { type Row, unclaimed, withoutText } from "./row.ts";
import type { Original } from "./source.ts";
import { entryOf, type StepResult } from "./step.ts";

/** Whether there is a text by a person that nobody has rejected. */
const isDone = ({ state }: Row) => state === "TRANSLATED" || state === "APPROVED";

/** Records a request. The translation waits for a translator unless there is a text by a person. */
export function requestLanguages(
  row: Row,
  { userId, now, note, urgency }: { userId: string; now: Date } & Pick<Row, "note" | "urgency">,
): Row {
  return {
    ...row,
    asked_by: row.asked_by ?? userId,
    asked_at: row.asked_at ?? now,
    waiting_since: isDone(row) ? null : (row.waiting_since ?? now),
    note: note || row.note,
    urgency: rank(urgency) > rank(row.urgency) || !row.asked_at ? urgency : row.urgency,
  };
}

/**
 * No mark requests the translation any longer. Its text stays. A text that was rejected with a reason still
 * waits for a translator.
 */
export function withdraw(row: Row): Row {
  if (row.state === "NEEDS_RETRANSLATION" && row.reason !== "") return row;
  return { ...row, asked_by: null, asked_at: null, waiting_since: null, note: "", urgency: "NORMAL" };
}

const rank = (urgency: Row["urgency"]) => ["LOW", "NORMAL", "HIGH"].indexOf(urgency);

/** The text was made from the words as if they were in another language, and no person has checked it. */
const isMisread = ({ origin, state, source, version }: Row, { language }: Original) =>
  version > 0 && origin !== "PERSON" && state !== "APPROVED" && source !== language;

/** The translation after an edit of the original or a correction of its language. Null if nothing changes. */
export function follow(row: Row, original: Original, now: Date): StepResult | null {
  // The machine tries the new words by itself.
  const next: Row = { ...row, source: original.language, waits_for_machine: false };
  // The original is in this language now: there is nothing to translate, so nobody has to.
  if (row.language === original.language) return { row: { ...next, ...unclaimed, waiting_since: null } };
  const waitingSince = row.asked_at === null ? null : (row.waiting_since ?? now);
  if (row.version === 0) return { row: { ...next, waiting_since: waitingSince } };
  if (isMisread(row, original))
    return { row: { ...next, ...withoutText, waiting_since: waitingSince, updated_at: now } };
  // A rejected translation waits again once the original's language is corrected.
  if (row.revision === original.revision)
    return { row: { ...next, waiting_since: isDone(row) ? null : waitingSince } };
  if (row.state === translationSteps.expire.to) return { row: { ...next, waiting_since: waitingSince } };
  const expired: Row = {
    ...next,
    state: translationSteps.expire.to,
    approved_by: null,
    waiting_since: waitingSince,
    updated_at: now,
  };
  return { row: expired, entry: entryOf(expired, "EXPIRED", {}) };
}
