import { translationSteps } from "@kakehashi/contract/translation-states";
import type { Row } from "./row.ts";
import type { Original } from "./source.ts";
import { entryOf, type Stepped } from "./step.ts";

/** A person's text is there, and nobody has sent it back. */
const isDone = ({ state }: Row) => state === "TRANSLATED" || state === "APPROVED";

/** Somebody wants it. It waits for a translator unless a person's text is there already. */
export function ask(
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

/** No mark wants it any longer. What was written stays, and what was sent back with a reason still waits. */
export function withdraw(row: Row): Row {
  if (row.state === "NEEDS_RETRANSLATION" && row.reason !== "") return row;
  return { ...row, asked_by: null, asked_at: null, waiting_since: null, note: "", urgency: "NORMAL" };
}

const rank = (urgency: Row["urgency"]) => ["LOW", "NORMAL", "HIGH"].indexOf(urgency);

/** After an edit of the original, or a correction of its language. Answers null where it stays as it is. */
export function follow(row: Row, original: Original, now: Date): Stepped | null {
  const next: Row = { ...row, source: original.language };
  if (row.language === original.language) return { row: { ...next, waiting_since: null } };
  const waits = row.asked_at === null ? null : (row.waiting_since ?? now);
  if (row.version === 0) return { row: { ...next, waiting_since: waits } };
  // One that was sent back waits again once the language is put right.
  if (row.revision === original.revision)
    return { row: { ...next, waiting_since: isDone(row) ? null : waits } };
  if (row.state === translationSteps.expire.to) return { row: { ...next, waiting_since: waits } };
  const expired: Row = {
    ...next,
    state: translationSteps.expire.to,
    approved_by: null,
    waiting_since: waits,
    updated_at: now,
  };
  return { row: expired, entry: entryOf(expired, "EXPIRED", {}) };
}
