import type { Message } from "@kakehashi/contract/messages";
import { canAskAuthor } from "@kakehashi/contract/translation-actions";
import { claimRenewalPauseMs } from "@kakehashi/contract/translation-claims";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { emptyClaimColumns, isHeldByOther } from "./row.ts";
import { createRefusedStepError, type RunTranslationStep, requirePermission } from "./step.ts";
import * as store from "./store.ts";

export const runClaimStep: RunTranslationStep = async (lockedTranslation) => {
  const { row, actorId, now } = lockedTranslation;
  await requirePermission("write", lockedTranslation);
  if (isHeldByOther(row, actorId, now)) throw createRefusedStepError("TRANSLATION.CLAIMED");
  const ownClaimedAt = row.claimed_by === actorId ? row.claimed_at : null;
  if (ownClaimedAt && now.getTime() - ownClaimedAt.getTime() < claimRenewalPauseMs) return null;
  // The hand-over note was meant for the previous translator. So a claim by another translator removes it.
  const claimBase = row.claimed_by === actorId ? row : { ...row, ...emptyClaimColumns };
  return { row: { ...claimBase, claimed_by: actorId, claimed_at: now } };
};

export const runReleaseStep: RunTranslationStep = async ({ row, actorId }) => {
  if (row.claimed_by === null) return null;
  if (row.claimed_by !== actorId) throw createRefusedStepError("TRANSLATION.CLAIMED");
  return { row: { ...row, ...emptyClaimColumns } };
};

export const createHandOverStep =
  (
    otherId: string,
    handOverNote: string,
    isMember: (tx: Kysely<DB>, userId: string) => Promise<boolean>,
    notify: (tx: Kysely<DB>, message: Message) => Promise<() => void>,
  ): RunTranslationStep =>
  async (lockedTranslation) => {
    const { row, actorId, now } = lockedTranslation;
    await requirePermission("write", lockedTranslation);
    // A translator need not claim a translation before handing it over. If the page had to claim it first, a refused
    // hand-over would leave the claim behind.
    if (isHeldByOther(row, actorId, now)) throw createRefusedStepError("TRANSLATION.CLAIMED");
    const cannotReceiveError = new AppError("ERR.INPUT", { fields: { user_id: "choice" } });
    if (otherId === actorId || !(await isMember(lockedTranslation.tx, otherId))) throw cannotReceiveError;
    await requirePermission("write", { ...lockedTranslation, actorId: otherId }).catch((error: unknown) => {
      throw error instanceof AppError ? cannotReceiveError : error;
    });
    const handOverFields = { handed_over_by: actorId, hand_over_note: handOverNote };
    return {
      row: { ...row, ...handOverFields, claimed_by: otherId, claimed_at: now },
      onWritten: (message) => notify(lockedTranslation.tx, message),
    };
  };

/**
 * Creates a step that only checks. It throws if the person may not write this translation, or if the author of the
 * message cannot be asked a question. It changes nothing.
 */
export const createQuestionCheckStep =
  (authorId: string): RunTranslationStep =>
  async (lockedTranslation) => {
    await requirePermission("write", lockedTranslation);
    const isAuthorGone = await store.isAccountDeleted(lockedTranslation.tx, authorId);
    if (!canAskAuthor(lockedTranslation.actorId, { user_id: authorId }, isAuthorGone))
      throw createRefusedStepError("TRANSLATION.NOBODY_TO_ASK");
    return null;
  };

export const createQuestionStep =
  (messageId: string): RunTranslationStep =>
  async ({ tx, row }) => {
    await store.addQuestion(tx, row.id, messageId);
    return { row: { ...row, was_asked_about: true } };
  };
