import { type Language, languages } from "@kakehashi/contract/languages";
import { claimDurationMs } from "@kakehashi/contract/translation-claims";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import type { Selectable } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { newId } from "../../kit/ids.ts";
import type { Original } from "./source.ts";

export type Row = Selectable<DB["translations"]>;

/** The columns of a translation that nobody has claimed. */
export const columnsWithoutClaim = {
  claimed_by: null,
  claimed_at: null,
  handed_over_by: null,
  hand_over_note: "",
} as const satisfies Partial<Row>;

/** The values of a translation that has no text. */
export const emptyTextColumns = {
  state: "NEEDS_TRANSLATION",
  content: "",
  revision: 0,
  version: 0,
  origin: null,
  user_id: null,
  approved_by: null,
} as const satisfies Partial<Row>;

/** A new row: nobody has requested or written this translation. */
export function newTranslationRow(original: Original, language: Language): Row {
  const now = new Date();
  return {
    id: newId(),
    subject_kind: original.kind,
    subject_id: original.id,
    conversation_id: original.conversationId,
    source: original.language,
    language,
    ...emptyTextColumns,
    last_version: 0,
    ...columnsWithoutClaim,
    asked_by: null,
    asked_at: null,
    urgency: "NORMAL",
    note: "",
    reason: "",
    was_asked_about: false,
    waiting_since: null,
    waits_for_machine: false,
    created_at: now,
    updated_at: now,
  };
}

const toTranslation = (row: Row): MessageTranslation => ({
  language: row.language,
  state: row.state,
  content: row.content,
  revision: row.revision,
  version: row.version,
  origin: row.origin,
  user_id: row.user_id,
  claimed_by: row.claimed_by,
  // Shows the wait for machine translation only if nobody has requested the translation. A requested translation waits
  // for a person.
  ...(row.waits_for_machine && row.asked_at === null && { waits_for_machine: true as const }),
  ...(row.claimed_by && row.claimed_at && { claimed_at: row.claimed_at.toISOString() }),
  updated_at: row.updated_at.toISOString(),
});

/** Whether the row shows nothing: no text, no request, no claim, and no wait for machine translation. */
const hasNothingToShow = ({ version, asked_at, claimed_by, waits_for_machine }: Row): boolean =>
  version === 0 && asked_at === null && claimed_by === null && !waits_for_machine;

/** Returns the translations that a message shows. A row in the original's own language is stored but not shown. */
export const toTranslations = (rows: readonly Row[], { language }: Pick<Original, "language">) =>
  rows
    .filter((row) => row.language !== language && !hasNothingToShow(row))
    .sort((a, b) => languages.indexOf(a.language) - languages.indexOf(b.language))
    .map(toTranslation);

/** Whether another person has a claim that has not ended. */
export const isHeldByOther = ({ claimed_by, claimed_at }: Row, userId: string, now: Date): boolean =>
  claimed_by !== null &&
  claimed_by !== userId &&
  claimed_at !== null &&
  now.getTime() - claimed_at.getTime() < claimDurationMs;

/** Whether the row can be deleted: it has no history, no request and no question. */
export const isDeletable = (row: Row): boolean =>
  row.last_version === 0 && !row.was_asked_about && hasNothingToShow(row);
