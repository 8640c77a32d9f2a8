import type { Message } from "@kakehashi/contract/messages";
import { translationTransitions } from "@kakehashi/contract/translation-states";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import {
  createHistoryEntry,
  type LockedTranslation,
  type RunTranslationStep,
  requireCurrentRevision,
  requirePermission,
  requirePossibleStep,
  type StepResult,
} from "./step.ts";
import type { SeenVersions } from "./steps.ts";

/**
 * Writes a notification for the author of the translation, in the caller's transaction. The returned function sends the
 * notification; call it after the commit.
 */
type NotifyWriter = (
  tx: Kysely<DB>,
  message: Message,
  given: { userId: string; writerId: string; reason: string },
) => Promise<() => void>;

/** Sends a translation back to the translators, and notifies the person who wrote it of the reason. */
function sendBack(
  { tx, row, actorId, now }: LockedTranslation,
  reason: string,
  event: "REJECTED" | "REQUESTED",
  notify: NotifyWriter,
): Omit<StepResult, "fact"> {
  const nextRow = {
    ...row,
    state: translationTransitions[event === "REJECTED" ? "reject" : "request"].to,
    approved_by: null,
    reason,
    waiting_since: now,
    asked_at: row.asked_at ?? now,
    asked_by: row.asked_by ?? actorId,
    updated_at: now,
  };
  const { user_id: writerId } = row;
  return {
    row: nextRow,
    historyEntry: createHistoryEntry(nextRow, event, { user_id: actorId, reason }),
    ...(writerId &&
      writerId !== actorId && {
        onWritten: (message) => notify(tx, message, { userId: actorId, writerId, reason }),
      }),
  };
}

export interface SendBackReason extends SeenVersions {
  reason: string;
}

export const runReject =
  ({ reason, version, revision }: SendBackReason, notify: NotifyWriter): RunTranslationStep =>
  async (locked) => {
    await requirePermission("review", locked);
    requireCurrentRevision(locked.original, revision);
    requirePossibleStep("reject", locked.row, version);
    return { ...sendBack(locked, reason, "REJECTED", notify), fact: "TranslationRejected" };
  };

export const runRetranslationRequest =
  ({ reason, version, revision }: SendBackReason, notify: NotifyWriter): RunTranslationStep =>
  async (locked) => {
    requireCurrentRevision(locked.original, revision);
    requirePossibleStep("request", locked.row, version);
    return sendBack(locked, reason, "REQUESTED", notify);
  };
