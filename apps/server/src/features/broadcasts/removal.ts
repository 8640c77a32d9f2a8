import { retentionPeriods } from "@kakehashi/contract/retention";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Bots } from "../bots/service.ts";
import type { Channels } from "../channels/service.ts";
import { deleteSomeRecipients, deleteSomeRecipientsOfBot } from "./recipient-store.ts";
import * as store from "./store.ts";

const removeBroadcastJob = "broadcasts.remove";

interface RemoveBroadcastJob {
  broadcast_id: string;
}

interface BroadcastRemovalDependencies {
  readonly db: Kysely<DB>;
  readonly jobs: Jobs;
  readonly bots: Bots;
  readonly channels: Pick<Channels, "broadcasts">;
}

/** Maximum number of old broadcasts that one transaction hides. */
const broadcastsPerBatch = 50;

/** Deletes broadcasts in steps, because a broadcast may have very many recipients. */
export function createRemoval({ db, jobs, bots, channels }: BroadcastRemovalDependencies) {
  jobs.define<RemoveBroadcastJob>(
    removeBroadcastJob,
    async ({ broadcast_id: id }) => {
      while (await deleteSomeRecipients(db, id));
      while (await channels.broadcasts.forget(db, id));
      await store.deleteHiddenBroadcast(db, id);
    },
    { timeoutSeconds: 300 },
  );
  bots.addRemovalStep(async (botId) => {
    // Hide the bot's broadcasts. If a job is storing the recipients of a broadcast at this moment, this statement waits
    // for that job. Later jobs store no recipients, because the bot is hidden.
    await store.hideBroadcastsOfBot(db, botId);
    return deleteSomeRecipientsOfBot(db, botId);
  });

  async function startBroadcastRemoval(tx: Kysely<DB>, id: string): Promise<void> {
    await store.hideBroadcast(tx, id);
    await jobs.send<RemoveBroadcastJob>(tx, removeBroadcastJob, { broadcast_id: id });
  }

  return {
    /** Hides a broadcast and creates the job that deletes it, in the caller's transaction. */
    begin: startBroadcastRemoval,

    /** Deletes broadcasts that ended more than `retentionPeriods.botTalkDays` ago. Returns how many. */
    async prune(): Promise<number> {
      let total = 0;
      for (;;) {
        const count = await db.transaction().execute(async (tx) => {
          const ids = await store.listOldBroadcastIds(tx, retentionPeriods.botTalkDays, broadcastsPerBatch);
          for (const id of ids) await startBroadcastRemoval(tx, id);
          return ids.length;
        });
        total += count;
        if (count < broadcastsPerBatch) return total;
      }
    },
  };
}
