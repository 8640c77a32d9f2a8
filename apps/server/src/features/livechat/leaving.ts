import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { LivechatDependencies } from "./dependencies.ts";
import type { createAgentNotifications } from "./notices.ts";
import * as store from "./removal-store.ts";
import { releaseTalksOf } from "./store.ts";

/** This job removes a person who no longer works on a bot from the conversations with the bot's visitors. */
const removeFromTalksJob = "livechat.leave";
/**
 * A cron expression in UTC. The job runs at night in Asia, and not at the full hour, because most other jobs run then.
 */
const cleanUpCron = "52 18 * * *";
/** Maximum number of talks that one query selects for deletion. The selected talks are deleted one by one. */
const talksPerBatch = 50;

interface RemoveFromTalksJob {
  bot_id: string;
  user_id: string;
}

interface Dependencies extends LivechatDependencies {
  removeOutsidePeople(db: Kysely<DB>, ids?: readonly string[]): Promise<number>;
  notifyBotPeople(botId: string): Promise<void>;
  notices: ReturnType<typeof createAgentNotifications>;
}

/** Deletes the talks of deleted bots and old talks. Removes people who no longer work on a bot from its talks. */
export function createTalkCleanUp({ db, events, jobs, rooms, files, log, ...parts }: Dependencies) {
  const { removeOutsidePeople, notifyBotPeople, notices, notifications } = parts;

  /** Deletes a conversation with its messages and files, and then its visitor. */
  async function removeTalk({ id, visitor_id }: store.TalkToRemove): Promise<void> {
    for (const userId of await store.listMembersWithAccount(db, id))
      await rooms.removeMemberForServer(id, userId);
    for (const userId of await notifications.removeWaiting(db, { conversationId: id }))
      await notifications.publishUnreadCount(userId);
    await files.discardFilesOfRoom(id);
    await rooms.remove(id);
    if (visitor_id) await removeOutsidePeople(db, [visitor_id]);
  }

  /** Deletes all talks that `find` returns, and returns how many. */
  async function removeFoundTalks(find: () => Promise<store.TalkToRemove[]>): Promise<number> {
    let total = 0;
    for (;;) {
      const talks = await find();
      for (const talk of talks) await removeTalk(talk);
      total += talks.length;
      if (talks.length < talksPerBatch) return total;
    }
  }

  // Deletes conversations whose talk was deleted, and outside authors whose conversation was deleted. Such rows are
  // left over if a process dies between two deletions.
  jobs.repeat("livechat.sweep-nightly", cleanUpCron, async () => {
    await removeFoundTalks(() => store.listOrphanedRooms(db, talksPerBatch));
    const people = await removeOutsidePeople(db);
    if (people > 0) log.info({ people }, "Deleted authors from outside who are in no conversation.");
  });
  jobs.define<RemoveFromTalksJob>(
    removeFromTalksJob,
    async ({ bot_id, user_id }) => {
      // The person may have been added to the bot again since the job was planned. Then the person stays in the
      // conversations.
      if ((await parts.bots.peopleOf(bot_id)).includes(user_id)) return;
      for (const id of await store.listRoomsOfMember(db, bot_id, user_id))
        await rooms.removeMemberForServer(id, user_id);
      await notifyBotPeople(bot_id);
      // The removal has changed unread counts. The person's notifications of waiting visitors are deleted, and the
      // people who work on the bot are notified of the talks that now wait for an agent.
      for (const userId of [user_id, ...(await parts.bots.peopleOf(bot_id))])
        await notifications.publishUnreadCount(userId);
    },
    { timeoutSeconds: 300 },
  );

  /** Makes the open talks of this agent wait for another one. Call the returned function after the commit. */
  async function releaseTalksOfAgent(
    tx: Kysely<DB>,
    userId: string,
    botId: string | null,
  ): Promise<() => Promise<void>> {
    const announceFunctions: (() => Promise<void>)[] = [];
    for (const talk of await releaseTalksOf(tx, userId, botId))
      announceFunctions.push(await notices.notifyAllAgents(tx, talk, userId));
    return async () => {
      for (const announce of announceFunctions) await announce();
    };
  }

  parts.bots.addRemovalStep(async (botId) => {
    const talks = await store.listTalksOfBot(db, botId, talksPerBatch);
    for (const talk of talks) await removeTalk(talk);
    return talks.length > 0;
  });
  events.onWrite("BotPersonRemoved", async (tx, { botId, userId }) => {
    // Delete the person's notifications of waiting visitors, because the person cannot open the visitors' talks any
    // more.
    await notifications.removeWaiting(tx, { botId, userId });
    await releaseTalksOfAgent(tx, userId, botId);
    await jobs.send(tx, removeFromTalksJob, { bot_id: botId, user_id: userId });
  });
  events.on("AccountDeleted", async ({ userId }) => {
    const announceReleasedTalks = await db
      .transaction()
      .execute((tx) => releaseTalksOfAgent(tx, userId, null));
    await announceReleasedTalks();
  });

  return {
    /**
     * Deletes talks in any state in which nobody has written for `retention.botTalkDays`. Returns the number of deleted
     * talks.
     */
    prune: (): Promise<number> => removeFoundTalks(() => store.listOldTalks(db, talksPerBatch)),
  };
}
