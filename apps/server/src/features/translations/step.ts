import { isLegalTransition } from "@kakehashi/contract/kit/transitions";
import type { Message } from "@kakehashi/contract/messages";
import { canReviewTranslation, canTranslate } from "@kakehashi/contract/permissions";
import { type TranslationStep, translationSteps } from "@kakehashi/contract/translation-states";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { findSpeaker } from "../users/service.ts";
import { columnsWithoutClaim, type Row } from "./row.ts";
import type { Original } from "./source.ts";
import { findRoomKind, type NewHistoryEntry } from "./store.ts";

/** A locked text and one of its translations. The translation's row is new if the database has none. */
export interface LockedTranslation {
  tx: Kysely<DB>;
  original: Original;
  row: Row;
  userId: string;
  now: Date;
}

/** The result of a step: the new row. A step that changes nothing returns null. */
export interface StepResult {
  row: Row;
  /** The entry that the step adds to the translation's history. Absent: none. */
  entry?: NewHistoryEntry;
  fact?: "TranslationSubmitted" | "TranslationApproved" | "TranslationRejected";
  /** Runs in the step's transaction with the changed message. The returned function runs after the commit. */
  onWritten?: (message: Message) => Promise<() => void>;
  /**
   * The error that the call gets after the commit. The commit is still needed, because it stores the refused text in
   * the history.
   */
  refusal?: AppError;
}

export type TranslationStepRun = (locked: LockedTranslation) => Promise<StepResult | null>;

export const refusedStepError = (code: ConstructorParameters<typeof AppError>[0], row?: Row) =>
  new AppError(code, row && { current: { content: row.content, revision: row.version } });

/** Throws if the person may not write or review a translation between these languages. */
export async function requirePermission(
  action: "write" | "review",
  { tx, original, row, userId }: LockedTranslation,
): Promise<void> {
  const pair = { from: original.language, to: row.language };
  const speaker = await findSpeaker(tx, userId);
  if (!speaker || !canTranslate(speaker, pair)) throw refusedStepError("TRANSLATION.LANGUAGES");
  if (action === "write") return;
  if (!canReviewTranslation(speaker, pair, await findRoomKind(tx, original)))
    throw refusedStepError("ERR.FORBIDDEN");
}

/** Throws if the row's state does not allow the step, or if the caller has read another version of the translation. */
export function requireStep(stepName: TranslationStep, row: Row, version: number | undefined): void {
  const isCurrentVersion = version === undefined || version === row.version;
  if (row.version === 0 || !isCurrentVersion || !isLegalTransition(translationSteps, stepName, row.state))
    throw refusedStepError("TRANSLATION.STEP", row);
}

/** Throws unless the caller has read the current revision of the original. */
export function requireCurrentRevision({ content, revision }: Original, readRevision: number): void {
  if (readRevision !== revision) throw new AppError("TRANSLATION.EDITED", { current: { content, revision } });
}

export const entryOf = (
  row: Row,
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

/** The columns of a translation that nobody has claimed and that does not wait for a translator. */
export const unclaimedColumns = {
  ...columnsWithoutClaim,
  waiting_since: null,
  waits_for_machine: false,
  reason: "",
} as const;
