import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { LivechatParts } from "./service.ts";
import * as store from "./store.ts";

/** Deletes the conversations and visitors of deleted bots. */
const sweepJob = "livechat.sweep";
/** Removes a person who no longer works on a bot from its visitors' conversations. */
const leaveJob = "livechat.leave";
/** Cron in UTC: at night in Asia, and not on the full hour, when most jobs run. */
const sweepTime = "52 18 * * *";
const roomsPerBatch = 100;

interface LeaveJob {
  bot_id: string;
  user_id: string;
}

interface Parts extends LivechatParts {
  removeOutsidePeople(db: Kysely<DB>): Promise<number>;
  tellPeople(botId: string): Promise<void>;
}

/** Defines the jobs that clean up after a bot is deleted or a person no longer works on it. */
export function defineCleanUp({ db, events, jobs, rooms, files, log, ...parts }: Parts): void {
  const { removeOutsidePeople, tellPeople } = parts;

  async function removeRoom(id: string): Promise<void> {
    for (const userId of await store.listAgents(db, id)) await rooms.removeMemberForServer(id, userId);
    await files.discardRoom(id);
    await rooms.remove(id);
  }

  async function sweep(): Promise<void> {
    for (;;) {
      const ids = await store.listOrphanedRooms(db, roomsPerBatch);
      for (const id of ids) await removeRoom(id);
      if (ids.length < roomsPerBatch) break;
    }
    const people = await removeOutsidePeople(db);
    if (people > 0) log.info({ people }, "Deleted what visitors of deleted bots said.");
  }

  jobs.define<object>(sweepJob, sweep, { timeoutSeconds: 900 });
  jobs.repeat("livechat.sweep-nightly", sweepTime, sweep);
  jobs.define<LeaveJob>(
    leaveJob,
    async ({ bot_id, user_id }) => {
      // They work on the bot again.
      if ((await parts.bots.peopleOf(bot_id)).includes(user_id)) return;
      for (const id of await store.listRoomsOfMember(db, bot_id, user_id))
        await rooms.removeMemberForServer(id, user_id);
      await tellPeople(bot_id);
    },
    { timeoutSeconds: 300 },
  );

  events.onWrite("BotRemoved", async (tx) => {
    await jobs.send(tx, sweepJob, {});
  });
  events.onWrite("BotPersonRemoved", async (tx, { botId, userId }) => {
    await store.releaseTalksOf(tx, userId, botId);
    await jobs.send(tx, leaveJob, { bot_id: botId, user_id: userId });
  });
  events.on("AccountDeleted", async ({ userId }) => {
    await store.releaseTalksOf(db, userId, null);
  });
}
