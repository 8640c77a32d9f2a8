import { type Language, languages } from "@kakehashi/contract/languages";
import { claimDurationMs } from "@kakehashi/contract/translation-claims";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import type { Selectable } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { newId } from "../../kit/ids.ts";
import type { OriginalText } from "./source.ts";

export type TranslationRow = Selectable<DB["translations"]>;

/** The values of a translation's columns if nobody has claimed it. */
export const emptyClaimColumns = {
  claimed_by: null,
  claimed_at: null,
  handed_over_by: null,
  hand_over_note: "",
} as const satisfies Partial<TranslationRow>;

/** The values of a translation's columns if it has no text. */
export const emptyTextColumns = {
  state: "NEEDS_TRANSLATION",
  content: "",
  revision: 0,
  version: 0,
  origin: null,
  user_id: null,
  approved_by: null,
} as const satisfies Partial<TranslationRow>;

/** Creates the row of a translation that nobody has requested or written. */
export function newTranslationRow(original: OriginalText, language: Language): TranslationRow {
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
    ...emptyClaimColumns,
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

const toTranslation = (row: TranslationRow): MessageTranslation => ({
  language: row.language,
  state: row.state,
  content: row.content,
  revision: row.revision,
  version: row.version,
  origin: row.origin,
  user_id: row.user_id,
  claimed_by: row.claimed_by,
  // Readers see that the text waits for machine translation only if nobody has requested it. A requested translation
  // waits for a person.
  ...(row.waits_for_machine && row.asked_at === null && { waits_for_machine: true as const }),
  ...(row.claimed_by && row.claimed_at && { claimed_at: row.claimed_at.toISOString() }),
  updated_at: row.updated_at.toISOString(),
});

/** Whether the row contains nothing for readers: no text, no request, no claim, and no wait for machine translation. */
const hasNothingToShow = ({ version, asked_at, claimed_by, waits_for_machine }: TranslationRow): boolean =>
  version === 0 && asked_at === null && claimed_by === null && !waits_for_machine;

/**
 * Returns the translations that readers of a message get. Leaves out a stored translation into the original's own
 * language, which may exist after the original's language was corrected.
 */
export const toShownTranslations = (
  rows: readonly TranslationRow[],
  { language }: Pick<OriginalText, "language">,
) =>
  rows
    .filter((row) => row.language !== language && !hasNothingToShow(row))
    .sort((a, b) => languages.indexOf(a.language) - languages.indexOf(b.language))
    .map(toTranslation);

/** Whether another person has claimed the translation and the claim has not expired. */
export const isHeldByOther = (
  { claimed_by, claimed_at }: TranslationRow,
  userId: string,
  now: Date,
): boolean =>
  claimed_by !== null &&
  claimed_by !== userId &&
  claimed_at !== null &&
  now.getTime() - claimed_at.getTime() < claimDurationMs;

/** Whether the row can be deleted: it has nothing to show and no history, and no question was asked about it. */
export const isDeletable = (row: TranslationRow): boolean =>
  row.last_version === 0 && !row.was_asked_about && hasNothingToShow(row);
