import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Bots } from "../bots/service.ts";
import type { Channels } from "../channels/service.ts";
import * as recipients from "./recipient-store.ts";

/** Maximum number of messages whose results from the platforms one transaction stores. */
const resultsPerStep = 1_000;

/** The job that writes the sent messages of broadcasts into the visitors' conversations with people. */
export const writeBroadcastsInTalksJob = "broadcasts.in-talks";

interface WriteInTalksJob {
  session_ids: string[];
}

interface OutsideResultsDependencies {
  readonly db: Kysely<DB>;
  readonly jobs: Jobs;
  readonly bots: Pick<Bots, "sessions">;
  readonly channels: Pick<Channels, "broadcasts">;
}

/**
 * Stores whether broadcast messages on platforms were sent. If a message was not sent, also marks it in the visitor's
 * session, so that people see that the visitor did not get it.
 */
export function createOutsideResults({ db, jobs, bots, channels }: OutsideResultsDependencies) {
  const outsideBroadcasts = channels.broadcasts;

  jobs.define<WriteInTalksJob>(writeBroadcastsInTalksJob, async ({ session_ids }) => {
    for (const id of session_ids) {
      const publishTurns = await db.transaction().execute(async (tx) => {
        await outsideBroadcasts.lockPersonOf(tx, id);
        const session = await bots.sessions.lock(tx, id);
        return session && bots.sessions.writeBotTurns(tx, session);
      });
      await publishTurns?.();
    }
  });

  /** Stores the new results of messages that platforms have accepted or refused. */
  async function storeOutsideResults(tx: Kysely<DB>, id: string): Promise<void> {
    const newResults = await outsideBroadcasts.takeNewResults(tx, id, resultsPerStep);
    if (newResults.length === 0) return;
    const changedResults = await recipients.setRecipientResults(
      tx,
      id,
      newResults.map(({ session_id, reason, changed_at }) => ({
        sessionId: session_id,
        result: reason ?? ("SENT" as const),
        at: changed_at,
      })),
    );
    await bots.sessions.setUnsent(tx, id, [
      ...newResults.flatMap(({ session_id: sessionId, reason }) => (reason ? [{ sessionId, reason }] : [])),
      ...changedResults.map((sessionId) => ({ sessionId, reason: null })),
    ]);
    // A separate job writes the messages into the conversations. It must lock the person before the broadcast's
    // messages, which this transaction has already locked.
    const session_ids = await bots.sessions.listSessionsWithTalk(
      tx,
      newResults.map(({ session_id }) => session_id),
    );
    if (session_ids.length > 0)
      await jobs.send<WriteInTalksJob>(tx, writeBroadcastsInTalksJob, { session_ids });
  }

  /**
   * Takes back the messages of a stopped broadcast that are not sent to their platform yet. Returns true if API calls
   * that send its messages are still running.
   */
  async function takeBackWaitingMessages(tx: Kysely<DB>, id: string): Promise<boolean> {
    const sessionIds = await outsideBroadcasts.cancel(tx, id);
    await recipients.resetQueuedRecipients(tx, id, sessionIds);
    await bots.sessions.setUnsent(
      tx,
      id,
      sessionIds.map((sessionId) => ({ sessionId, reason: "STOPPED" })),
    );
    await storeOutsideResults(tx, id);
    return recipients.hasQueuedMessages(tx, id);
  }

  return { storeOutsideResults, takeBackWaitingMessages };
}
