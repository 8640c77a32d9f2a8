import type { CheckTerm } from "@kakehashi/contract/translation-checks/check";
import { translationTransitions } from "@kakehashi/contract/translation-states";
import { findTranslationWarningCode } from "@kakehashi/contract/translation-warnings";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import type { TextBytesLimiter } from "../../kit/http/text-limiter.ts";
import * as historyStore from "./history-store.ts";
import { isHeldByOther, type TranslationRow } from "./row.ts";
import {
  createHistoryEntry,
  createRefusedStepError,
  type LockedTranslation,
  type RunTranslationStep,
  requireCurrentRevision,
  requirePermission,
  requirePossibleStep,
  unclaimedAndNotWaitingColumns,
} from "./step.ts";

export interface TranslationSubmission {
  content: string;
  version?: number | undefined;
  /** The revision of the original that the writer translated. */
  revision: number;
  confirmed: boolean;
  from_memory?: boolean;
}

/**
 * Returns the error for a text that is submitted too late, for example after the original was edited. Null if it is not
 * too late.
 */
function createLateError(
  { original, row, actorId, now }: LockedTranslation,
  submission: TranslationSubmission,
  isResubmitted: boolean,
): AppError | null {
  if (isHeldByOther(row, actorId, now)) return createRefusedStepError("TRANSLATION.CLAIMED");
  if (submission.revision !== original.revision)
    return new AppError("TRANSLATION.ORIGINAL", {
      current: { content: original.content, revision: original.revision },
    });
  const { version } = submission;
  const hasPersonText = row.origin === "PERSON" && (row.state === "TRANSLATED" || row.state === "APPROVED");
  const isSubmittedLate = version === undefined ? !isResubmitted && hasPersonText : version !== row.version;
  return isSubmittedLate ? createRefusedStepError("TRANSLATION.CHANGED", row) : null;
}

/**
 * Submits a person's translation. With `isResubmitted`, the person knows that there already is a text and replaces it.
 * `terms` are the glossary's terms for the two languages.
 */
export const createSubmitStep =
  (
    submission: TranslationSubmission,
    isResubmitted: boolean,
    terms: readonly CheckTerm[],
  ): RunTranslationStep =>
  async (lockedTranslation) => {
    const { original, row, actorId, now } = lockedTranslation;
    const { content, from_memory = false } = submission;
    await requirePermission("write", lockedTranslation);
    if (isResubmitted && row.version === 0) throw createNotFoundError();
    // Does nothing if the person submits the same text again, for example because the first response was lost.
    const isSameText =
      row.content === content && row.user_id === actorId && row.revision === original.revision;
    if (isSameText && (row.state === "TRANSLATED" || row.state === "APPROVED")) return null;
    const version = row.last_version + 1;
    const personVersion = { version, content, user_id: actorId, origin: "PERSON" as const };
    const lateError = createLateError(lockedTranslation, submission, isResubmitted);
    if (lateError) {
      const updatedRow = { ...row, last_version: version };
      return {
        row: updatedRow,
        historyEntry: createHistoryEntry(row, "SUPERSEDED", {
          ...personVersion,
          revision: submission.revision,
        }),
        refusal: lateError,
      };
    }
    // This check comes after the check for late texts. A late text may belong to an earlier revision of the original,
    // so warnings about the current revision would be wrong.
    const texts = {
      original: original.content,
      translation: content,
      fromLanguage: original.language,
      toLanguage: row.language,
    };
    const warning = submission.confirmed ? null : findTranslationWarningCode({ ...texts, terms });
    if (warning) throw new AppError("TRANSLATION.WARNED", { fields: { content: warning } });
    const nextRow: TranslationRow = {
      ...row,
      ...unclaimedAndNotWaitingColumns,
      ...personVersion,
      last_version: version,
      revision: original.revision,
      state: translationTransitions.submit.to,
      approved_by: null,
      updated_at: now,
    };
    return {
      row: nextRow,
      historyEntry: createHistoryEntry(nextRow, "SUBMITTED", { ...personVersion, from_memory }),
      fact: "TranslationSubmitted",
    };
  };

/** The versions that a person had read when they decided about a translation. */
export interface SeenVersions {
  version?: number | undefined;
  /** The revision of the original that the person read. */
  revision: number;
}

/**
 * Approves a translation. With `isMemoryOnly`, approves only a text from the translation memory. This is for approving
 * many at once; a person must read other texts one by one.
 */
export const createApproveStep =
  ({ version, revision }: SeenVersions, isMemoryOnly = false): RunTranslationStep =>
  async (lockedTranslation) => {
    const { original, row, actorId, now } = lockedTranslation;
    await requirePermission("review", lockedTranslation);
    requireCurrentRevision(original, revision);
    if (isMemoryOnly && row.origin !== "MEMORY") throw createRefusedStepError("TRANSLATION.STEP", row);
    if (row.state === "APPROVED" && (version ?? row.version) === row.version) return null;
    requirePossibleStep("approve", row, version);
    if (row.revision !== original.revision) throw createRefusedStepError("TRANSLATION.STEP", row);
    const nextRow: TranslationRow = {
      ...row,
      ...unclaimedAndNotWaitingColumns,
      state: translationTransitions.approve.to,
      approved_by: actorId,
      updated_at: now,
    };
    return {
      row: nextRow,
      historyEntry: createHistoryEntry(nextRow, "APPROVED", { user_id: actorId }),
      fact: "TranslationApproved",
    };
  };

/**
 * Which earlier version of a translation to restore. `current_version` is the version of the translation, and
 * `revision` the revision of the original, that were current when the person chose.
 */
export interface VersionToRestore {
  version: number;
  current_version: number;
  revision: number;
}

export const createRestoreStep =
  (
    { version, current_version, revision }: VersionToRestore,
    textLimiter: TextBytesLimiter,
  ): RunTranslationStep =>
  async (lockedTranslation) => {
    const { tx, original, row, actorId, now } = lockedTranslation;
    await requirePermission("write", lockedTranslation);
    requireCurrentRevision(original, revision);
    requirePossibleStep("restore", row, current_version);
    if (isHeldByOther(row, actorId, now)) throw createRefusedStepError("TRANSLATION.CLAIMED");
    const earlierText = await historyStore.findVersionText(tx, row.id, version);
    if (!earlierText) throw createNotFoundError();
    if (row.version === version) return null;
    if (actorId) textLimiter(actorId, earlierText.content);
    const isCurrent = earlierText.revision === original.revision;
    const nextRow: TranslationRow = {
      ...row,
      ...unclaimedAndNotWaitingColumns,
      content: earlierText.content,
      revision: earlierText.revision,
      origin: earlierText.origin,
      user_id: earlierText.user_id,
      version: row.last_version + 1,
      last_version: row.last_version + 1,
      state: isCurrent ? translationTransitions.restore.to : translationTransitions.expire.to,
      waiting_since: isCurrent || row.asked_at === null ? null : now,
      approved_by: null,
      updated_at: now,
    };
    const entry = createHistoryEntry(nextRow, "RESTORED", { content: earlierText.content, user_id: actorId });
    return { row: nextRow, historyEntry: entry, ...(isCurrent && { fact: "TranslationSubmitted" as const }) };
  };
