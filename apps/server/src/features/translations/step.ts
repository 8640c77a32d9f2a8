import { isLegalTransition } from "@kakehashi/contract/kit/transitions";
import type { Message } from "@kakehashi/contract/messages";
import { canReviewTranslation, canTranslate } from "@kakehashi/contract/permissions";
import {
  type TranslationTransitionName,
  translationTransitions,
} from "@kakehashi/contract/translation-states";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { findLanguageSpeaker } from "../users/service.ts";
import type { NewHistoryEntry } from "./history-store.ts";
import { emptyClaimColumns, type TranslationRow } from "./row.ts";
import type { OriginalText } from "./source.ts";
import { findRoomKind } from "./store.ts";

/**
 * A locked text and the row of one of its translations. If the database has no row of this translation yet, `row` is a
 * new one.
 */
export interface LockedTranslation {
  tx: Kysely<DB>;
  original: OriginalText;
  row: TranslationRow;
  actorId: string;
  now: Date;
}

/** The result of a step that changed the row of a translation. A step that changes nothing returns null instead. */
export interface StepResult {
  row: TranslationRow;
  /** The new entry in the translation's history. Absent if the step adds none. */
  historyEntry?: NewHistoryEntry;
  fact?: "TranslationSubmitted" | "TranslationApproved" | "TranslationRejected";
  /**
   * Called with the changed message in the transaction of the step. Returns a function that is called after the commit.
   */
  onWritten?: (message: Message) => Promise<() => void>;
  /**
   * The error that the response contains. It is thrown only after the commit: the transaction must not be rolled back,
   * because the history keeps the refused text.
   */
  refusal?: AppError;
}

export type RunTranslationStep = (locked: LockedTranslation) => Promise<StepResult | null>;

export const createRefusedStepError = (
  code: ConstructorParameters<typeof AppError>[0],
  row?: TranslationRow,
) => new AppError(code, row && { current: { content: row.content, revision: row.version } });

/** Throws if the person may not write or review a translation between these languages. */
export async function requirePermission(
  action: "write" | "review",
  { tx, original, row, actorId }: LockedTranslation,
): Promise<void> {
  const pair = { from: original.language, to: row.language };
  const speaker = await findLanguageSpeaker(tx, actorId);
  if (!speaker || !canTranslate(speaker, pair)) throw createRefusedStepError("TRANSLATION.LANGUAGES");
  if (action === "write") return;
  if (!canReviewTranslation(speaker, pair, await findRoomKind(tx, original)))
    throw createRefusedStepError("ERR.FORBIDDEN");
}

/**
 * Throws if the step is not possible in the row's state, or if the caller has read an outdated version of the
 * translation.
 */
export function requirePossibleStep(
  stepName: TranslationTransitionName,
  row: TranslationRow,
  version: number | undefined,
): void {
  const isCurrentVersion = version === undefined || version === row.version;
  if (
    row.version === 0 ||
    !isCurrentVersion ||
    !isLegalTransition(translationTransitions, stepName, row.state)
  )
    throw createRefusedStepError("TRANSLATION.STEP", row);
}

/** Throws if the caller has not read the current revision of the original. */
export function requireCurrentRevision({ content, revision }: OriginalText, readRevision: number): void {
  if (readRevision !== revision) throw new AppError("TRANSLATION.EDITED", { current: { content, revision } });
}

export const createHistoryEntry = (
  row: TranslationRow,
  event: NewHistoryEntry["event"],
  fields: Partial<NewHistoryEntry>,
): NewHistoryEntry => ({
  event,
  version: row.version,
  content: null,
  revision: row.revision,
  origin: row.origin,
  state: row.state,
  user_id: null,
  reason: "",
  ...fields,
});

/** Columns of a translation that nobody has claimed and that does not wait for a translator. */
export const unclaimedAndNotWaitingColumns = {
  ...emptyClaimColumns,
  waiting_since: null,
  waits_for_machine: false,
  reason: "",
} as const;
