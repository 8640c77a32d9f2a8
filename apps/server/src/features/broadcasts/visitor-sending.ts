import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Bots } from "../bots/service.ts";
import type { Channels } from "../channels/service.ts";
import { findLeftOutReason } from "./audience-store.ts";
import * as recipients from "./recipient-store.ts";
import { type BroadcastRowForSending, lockBroadcast } from "./sending-store.ts";

interface VisitorSendingDependencies {
  readonly db: Kysely<DB>;
  readonly bots: Pick<Bots, "sessions">;
  readonly channels: Pick<Channels, "broadcasts">;
}

/** The result of sending a broadcast to one visitor. `publish` sends the live events. Call it after the commit. */
interface SendOutcome {
  readonly result: recipients.RecipientResult;
  readonly publish?: () => Promise<void>;
}
type SendOutcomeOrStepEnd =
  | SendOutcome
  | { readonly result: "over" | "done before"; readonly publish?: undefined };

/** Sends a broadcast's message to its visitors, each in a separate transaction. */
export function createVisitorSending({ db, bots, channels }: VisitorSendingDependencies) {
  const outsideBroadcasts = channels.broadcasts;

  /** Stores the broadcast's message for one visitor, unless the visitor may not get it now. */
  async function writeToVisitor(
    tx: Kysely<DB>,
    row: BroadcastRowForSending,
    { session_id: sessionId, platform, page_id }: recipients.BroadcastRecipient,
  ): Promise<SendOutcome> {
    const isOnPlatform = platform !== "WEB";
    if (isOnPlatform) await outsideBroadcasts.lockPersonOf(tx, sessionId);
    const session = await bots.sessions.lock(tx, sessionId);
    const reason = await findLeftOutReason(
      tx,
      { broadcastId: row.id, sessionId },
      outsideBroadcasts.replyWindowMsByPlatform(),
    );
    if (!session || reason === undefined) return { result: "GONE" };
    if (reason !== null) return { result: reason };
    if (page_id !== null && (await outsideBroadcasts.isOverQuota(tx, row.id, page_id)))
      return { result: "QUOTA" };
    const publishMessage = await bots.sessions.broadcast(tx, session, row);
    return publishMessage
      ? { result: isOnPlatform ? "QUEUED" : "SENT", publish: publishMessage }
      : { result: "FULL" };
  }

  /**
   * Sends the broadcast to one visitor and stores the result, in one transaction. Locks the broadcast first, so that
   * nobody gets it once a pause is stored. Returns false if another job or a pause has ended the step.
   */
  async function sendToVisitor(
    row: BroadcastRowForSending,
    recipient: recipients.BroadcastRecipient,
  ): Promise<boolean> {
    const { session_id: sessionId } = recipient;
    const { result, publish } = await db.transaction().execute(async (tx): Promise<SendOutcomeOrStepEnd> => {
      const now = await lockBroadcast(tx, row.id);
      if (now?.step !== row.step || now.state !== "SENDING") return { result: "over" };
      if (!(await recipients.lockRecipient(tx, row.id, sessionId))) return { result: "done before" };
      const outcome = await writeToVisitor(tx, row, recipient);
      await recipients.setRecipientResult(tx, row.id, sessionId, outcome.result);
      return outcome;
    });
    await publish?.();
    return result !== "over";
  }

  /**
   * Sends the broadcast to the next visitors, at most `limit`. Stops at a visitor on a platform page that already has
   * too many waiting messages. Returns the last visitor who was handled, and whether more visitors are left. Returns
   * null if another job or a pause has ended the step.
   */
  async function sendToNextVisitors(
    row: BroadcastRowForSending,
    limit: number,
  ): Promise<{ doneTo: string | null; hasMore: boolean } | null> {
    const nextRecipients = await recipients.listNextRecipients(db, row, limit);
    const hasPlatformRecipient = nextRecipients.some(({ platform }) => platform !== "WEB");
    const countQueuedMessage = hasPlatformRecipient
      ? await outsideBroadcasts.createQueueCounter(db, row.id)
      : null;
    let doneTo: string | null = null;
    for (const recipient of nextRecipients) {
      const { platform, page_id, session_id } = recipient;
      if (platform !== "WEB" && page_id !== null && countQueuedMessage?.(platform, page_id) === false)
        return { doneTo, hasMore: true };
      if (!(await sendToVisitor(row, recipient))) return null;
      doneTo = session_id;
    }
    return { doneTo, hasMore: nextRecipients.length === limit };
  }

  return { sendToNextVisitors };
}
