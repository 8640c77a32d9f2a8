import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Bots } from "../bots/service.ts";
import type { Channels } from "../channels/service.ts";
import * as recipients from "./recipient-store.ts";

/** The most messages whose results from the platforms one transaction stores. */
const resultsPerStep = 1_000;

/** This job writes sent messages into the conversations that the visitors already had with people. */
export const writeInTalksJob = "broadcasts.in-talks";

interface WriteInTalksJob {
  session_ids: string[];
}

interface Dependencies {
  readonly db: Kysely<DB>;
  readonly jobs: Jobs;
  readonly bots: Pick<Bots, "sessions">;
  readonly channels: Pick<Channels, "broadcasts">;
}

/**
 * Stores what has become of broadcast messages that waited for platforms. Also marks a message that was not sent in the
 * visitor's session, so that people see that the visitor did not get it.
 */
export function createOutsideResults({ db, jobs, bots, channels }: Dependencies) {
  const outside = channels.broadcasts;

  jobs.define<WriteInTalksJob>(writeInTalksJob, async ({ session_ids }) => {
    for (const id of session_ids) {
      const publish = await db.transaction().execute(async (tx) => {
        await outside.lockPersonOf(tx, id);
        const session = await bots.sessions.lock(tx, id);
        return session && bots.sessions.writeBotTurns(tx, session);
      });
      await publish?.();
    }
  });

  /** Stores the new results of messages that platforms have accepted or refused. */
  async function storeOutsideResults(tx: Kysely<DB>, id: string): Promise<void> {
    const newResults = await outside.takeNewResults(tx, id, resultsPerStep);
    if (newResults.length === 0) return;
    const found = await recipients.setResults(
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
      ...found.map((sessionId) => ({ sessionId, reason: null })),
    ]);
    // Another job writes the messages into talks, because its transaction must lock the person before the broadcast's
    // messages.
    const session_ids = await bots.sessions.listSessionsWithTalk(
      tx,
      newResults.map(({ session_id }) => session_id),
    );
    if (session_ids.length > 0) await jobs.send<WriteInTalksJob>(tx, writeInTalksJob, { session_ids });
  }

  /**
   * Takes back the messages of a stopped broadcast that wait for platforms. Returns whether calls to platforms that
   * send messages of this broadcast are still running.
   */
  async function takeBackWaiting(tx: Kysely<DB>, id: string): Promise<boolean> {
    const sessionIds = await outside.cancel(tx, id);
    await recipients.clearQueuedResults(tx, id, sessionIds);
    await bots.sessions.setUnsent(
      tx,
      id,
      sessionIds.map((sessionId) => ({ sessionId, reason: "STOPPED" })),
    );
    await storeOutsideResults(tx, id);
    return recipients.hasQueuedMessages(tx, id);
  }

  return { storeOutsideResults, takeBackWaiting };
}
