import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Jobs } from "../../kit/jobs.ts";
import * as store from "./removal-store.ts";

export const removalJob = "bots.removal";

interface RemovalJob {
  bot_id: string;
}

/** Deletes some of what belongs to a bot. Returns false if nothing of it was left. */
export type RemovalStep = (botId: string) => Promise<boolean>;

/** A job works for this long, then a further job goes on. So the process can stop in between. */
const runMs = 20_000;

/**
 * Deletes bots in steps. A bot may have more sessions than one statement could delete in its time, and each step keeps
 * its locks only for a moment.
 */
export function createRemoval({ db, jobs }: { db: Kysely<DB>; jobs: Jobs }) {
  const steps: RemovalStep[] = [];

  /** Returns false if the bot is gone. */
  async function removeSome(botId: string): Promise<boolean> {
    for (const step of steps) if (await step(botId)) return true;
    if (await store.deleteSessionsOf(db, botId)) return true;
    if (await store.deleteSavesOf(db, botId)) return true;
    await store.deleteBot(db, botId);
    return false;
  }

  jobs.define<RemovalJob>(
    removalJob,
    async ({ bot_id }) => {
      const endsAt = Date.now() + runMs;
      while (await removeSome(bot_id))
        if (Date.now() >= endsAt) {
          await jobs.send(db, removalJob, { bot_id });
          return;
        }
    },
    { timeoutSeconds: 300 },
  );

  return {
    /** Registers what another feature deletes first. It is called again and again until it returns false. */
    addStep(step: RemovalStep): void {
      steps.push(step);
    },

    /** Hides these bots from everybody and plans their deletion, in the caller's transaction. */
    async begin(tx: Kysely<DB>, botIds: readonly string[]): Promise<void> {
      await store.hideBots(tx, botIds);
      for (const bot_id of botIds) await jobs.send(tx, removalJob, { bot_id });
    },
  };
}
