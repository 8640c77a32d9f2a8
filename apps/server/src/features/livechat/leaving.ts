import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import * as store from "./removal-store.ts";
import type { LivechatParts } from "./service.ts";
import { releaseTalksOf } from "./store.ts";

/** Removes a person who no longer works on a bot from its visitors' conversations. */
const leaveJob = "livechat.leave";
/** Cron in UTC: at night in Asia, and not on the full hour, when most jobs run. */
const sweepTime = "52 18 * * *";
/** How many talks are found by one statement. Each is deleted by itself. */
const talksPerBatch = 50;

interface LeaveJob {
  bot_id: string;
  user_id: string;
}

interface Parts extends LivechatParts {
  removeOutsidePeople(db: Kysely<DB>, ids?: readonly string[]): Promise<number>;
  tellPeople(botId: string): Promise<void>;
}

/** Deletes talks: those of deleted bots, and those that ended long ago. Takes people out whose part in a bot has ended. */
export function createCleanUp({ db, events, jobs, rooms, files, log, ...parts }: Parts) {
  const { removeOutsidePeople, tellPeople } = parts;

  /** Deletes a conversation with its messages and files, and then its visitor. */
  async function remove({ id, visitor_id }: store.TalkToRemove): Promise<void> {
    for (const userId of await store.listAgents(db, id)) await rooms.removeMemberForServer(id, userId);
    await files.discardRoom(id);
    await rooms.remove(id);
    if (visitor_id) await removeOutsidePeople(db, [visitor_id]);
  }

  /** Deletes all talks that `find` finds, and returns how many. */
  async function removeAll(find: () => Promise<store.TalkToRemove[]>): Promise<number> {
    let total = 0;
    for (;;) {
      const talks = await find();
      for (const talk of talks) await remove(talk);
      total += talks.length;
      if (talks.length < talksPerBatch) return total;
    }
  }

  // Conversations whose talk is gone, and authors who are in none any more: what a process that died has left.
  jobs.repeat("livechat.sweep-nightly", sweepTime, async () => {
    await removeAll(() => store.listOrphanedRooms(db, talksPerBatch));
    const people = await removeOutsidePeople(db);
    if (people > 0) log.info({ people }, "Deleted authors from outside who are in no conversation.");
  });
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

  parts.bots.addRemovalStep(async (botId) => {
    const talks = await store.listTalksOfBot(db, botId, talksPerBatch);
    for (const talk of talks) await remove(talk);
    return talks.length > 0;
  });
  events.onWrite("BotPersonRemoved", async (tx, { botId, userId }) => {
    await releaseTalksOf(tx, userId, botId);
    await jobs.send(tx, leaveJob, { bot_id: botId, user_id: userId });
  });
  events.on("AccountDeleted", async ({ userId }) => {
    await releaseTalksOf(db, userId, null);
  });

  return {
    /** Deletes talks, whatever their state, in which nobody has written for `retention.botTalkDays`. Returns how many. */
    prune: (): Promise<number> => removeAll(() => store.listOldTalks(db, talksPerBatch)),
  };
}
