import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { createNotices } from "./notices.ts";
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
  notices: ReturnType<typeof createNotices>;
}

/** Deletes talks: those of deleted bots, and those that ended long ago. Takes people out whose part in a bot has ended. */
export function createCleanUp({ db, events, jobs, rooms, files, log, ...parts }: Parts) {
  const { removeOutsidePeople, tellPeople, notices, notifications } = parts;

  /** Deletes a conversation with its messages and files, and then its visitor. */
  async function remove({ id, visitor_id }: store.TalkToRemove): Promise<void> {
    for (const userId of await store.listAgents(db, id)) await rooms.removeMemberForServer(id, userId);
    for (const userId of await notifications.removeWaiting(db, { conversationId: id }))
      await notifications.publishUnreadCount(userId);
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
      // Their talks wait again, and their own notifications of them are gone.
      for (const userId of [user_id, ...(await parts.bots.peopleOf(bot_id))])
        await notifications.publishUnreadCount(userId);
    },
    { timeoutSeconds: 300 },
  );

  /** The open talks of this person wait for another one. Call the returned function after the commit. */
  async function letWait(tx: Kysely<DB>, userId: string, botId: string | null): Promise<() => Promise<void>> {
    const announcements: (() => Promise<void>)[] = [];
    for (const talk of await releaseTalksOf(tx, userId, botId))
      announcements.push(await notices.tellAll(tx, talk, userId));
    return async () => {
      for (const announce of announcements) await announce();
    };
  }

  parts.bots.addRemovalStep(async (botId) => {
    const talks = await store.listTalksOfBot(db, botId, talksPerBatch);
    for (const talk of talks) await remove(talk);
    return talks.length > 0;
  });
  events.onWrite("BotPersonRemoved", async (tx, { botId, userId }) => {
    // What a person without a part in the bot cannot open must not stand in their list.
    await notifications.removeWaiting(tx, { botId, userId });
    await letWait(tx, userId, botId);
    await jobs.send(tx, leaveJob, { bot_id: botId, user_id: userId });
  });
  events.on("AccountDeleted", async ({ userId }) => {
    const announce = await db.transaction().execute((tx) => letWait(tx, userId, null));
    await announce();
  });

  return {
    /** Deletes talks, whatever their state, in which nobody has written for `retention.botTalkDays`. Returns how many. */
    prune: (): Promise<number> => removeAll(() => store.listOldTalks(db, talksPerBatch)),
  };
}
