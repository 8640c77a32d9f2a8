import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Jobs } from "../../kit/jobs.ts";
import * as store from "./removal-store.ts";

export const removalJob = "bots.removal";

interface RemovalJob {
  bot_id: string;
}

/** Deletes some of the data of a bot. Returns false if there was nothing to delete. */
export type RemovalStep = (botId: string) => Promise<boolean>;

/**
 * A deletion job ends after about this many milliseconds and creates another job for the remaining data, so that the
 * process can stop between the two jobs.
 */
const maximumJobRunMs = 20_000;

/**
 * Deletes bots in steps. A bot may have more sessions than one statement can delete in time, and each step holds its
 * locks only briefly.
 */
export function createBotRemoval({ db, jobs }: { db: Kysely<DB>; jobs: Jobs }) {
  const removalSteps: RemovalStep[] = [];

  /** Deletes some of the bot's data. Returns false once the bot itself is deleted. */
  async function removeSomeData(botId: string): Promise<boolean> {
    for (const removalStep of removalSteps) if (await removalStep(botId)) return true;
    if (await store.deleteSomeSessionsOfBot(db, botId)) return true;
    if (await store.deleteSomeSavedDraftsOfBot(db, botId)) return true;
    await store.deleteHiddenBot(db, botId);
    return false;
  }

  jobs.define<RemovalJob>(
    removalJob,
    async ({ bot_id }) => {
      const jobEndTimeMs = Date.now() + maximumJobRunMs;
      while (await removeSomeData(bot_id))
        if (Date.now() >= jobEndTimeMs) {
          await jobs.send(db, removalJob, { bot_id });
          return;
        }
    },
    { timeoutSeconds: 300 },
  );

  return {
    /**
     * Registers a step that deletes another feature's data before the bot is deleted. The step is repeated until it
     * returns false.
     */
    addStep(removalStep: RemovalStep): void {
      removalSteps.push(removalStep);
    },

    /** Hides these bots and creates the jobs that delete them, in the caller's transaction. */
    async begin(tx: Kysely<DB>, botIds: readonly string[]): Promise<void> {
      await store.hideBots(tx, botIds);
      for (const bot_id of botIds) await jobs.send(tx, removalJob, { bot_id });
    },
  };
}
