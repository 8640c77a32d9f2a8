import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { LivechatDependencies } from "./dependencies.ts";
import type { createAgentNotifications } from "./notices.ts";
import * as store from "./removal-store.ts";
import { releaseTalksOf } from "./store.ts";

/** The job that removes a person who no longer works on a bot from the conversations with the bot's visitors. */
const removeFromTalksJob = "livechat.leave";
/**
 * When the clean-up runs, as a cron expression in UTC. The time is at night in Asia, and not at the full hour, when
 * most other jobs run.
 */
const cleanUpCron = "52 18 * * *";
/** How many talks one query selects for deletion. The talks are then deleted one by one. */
const talksPerBatch = 50;

interface RemoveFromTalksJob {
  bot_id: string;
  user_id: string;
}

interface TalkCleanUpDependencies extends LivechatDependencies {
  removeUnusedPeopleWithoutAccount(db: Kysely<DB>, ids?: readonly string[]): Promise<number>;
  notifyBotPeople(botId: string): Promise<void>;
  notices: ReturnType<typeof createAgentNotifications>;
}

/** Deletes old talks and the talks of deleted bots. Removes people who no longer work on a bot from the bot's talks. */
export function createTalkCleanUp({
  db,
  events,
  jobs,
  rooms,
  files,
  log,
  ...otherDependencies
}: TalkCleanUpDependencies) {
  const { removeUnusedPeopleWithoutAccount, notifyBotPeople, notices, notifications } = otherDependencies;

  /** Deletes a conversation with its messages and files, and then its visitor. */
  async function removeTalk({ id, visitor_id }: store.TalkToRemove): Promise<void> {
    for (const userId of await store.listMemberIdsWithAccount(db, id))
      await rooms.removeMemberForServer(id, userId);
    for (const userId of await notifications.removeWaiting(db, { conversationId: id }))
      await notifications.publishUnreadCount(userId);
    await files.discardFilesOfRoom(id);
    await rooms.remove(id);
    if (visitor_id) await removeUnusedPeopleWithoutAccount(db, [visitor_id]);
  }

  /** Deletes all talks that `findTalksToRemove` returns, and returns how many. */
  async function removeFoundTalks(findTalksToRemove: () => Promise<store.TalkToRemove[]>): Promise<number> {
    let total = 0;
    for (;;) {
      const talks = await findTalksToRemove();
      for (const talk of talks) await removeTalk(talk);
      total += talks.length;
      if (talks.length < talksPerBatch) return total;
    }
  }

  // Deletes conversations without a talk, and outside authors (visitors) without a conversation. They are left over if
  // a process dies between two deletions.
  jobs.repeat("livechat.sweep-nightly", cleanUpCron, async () => {
    await removeFoundTalks(() => store.listRoomsWithoutTalk(db, talksPerBatch));
    const people = await removeUnusedPeopleWithoutAccount(db);
    if (people > 0) log.info({ people }, "Deleted authors from outside who are in no conversation.");
  });
  jobs.define<RemoveFromTalksJob>(
    removeFromTalksJob,
    async ({ bot_id, user_id }) => {
      // If the person was added to the bot again after this job was queued, they stay in the conversations.
      if ((await otherDependencies.bots.peopleOf(bot_id)).includes(user_id)) return;
      for (const id of await store.listTalkRoomIdsOf(db, bot_id, user_id))
        await rooms.removeMemberForServer(id, user_id);
      await notifyBotPeople(bot_id);
      // The removal has changed unread counts. The person has lost their notifications of waiting visitors, and the
      // other people who work on the bot were notified of the talks that now wait for an agent.
      for (const userId of [user_id, ...(await otherDependencies.bots.peopleOf(bot_id))])
        await notifications.publishUnreadCount(userId);
    },
    { timeoutSeconds: 300 },
  );

  /**
   * Removes the agent from their open talks, so that the talks wait for another agent. Call the returned function after
   * the commit.
   */
  async function releaseTalksOfAgent(
    tx: Kysely<DB>,
    userId: string,
    botId: string | null,
  ): Promise<() => Promise<void>> {
    const releaseAnnouncements: (() => Promise<void>)[] = [];
    for (const talk of await releaseTalksOf(tx, userId, botId))
      releaseAnnouncements.push(await notices.notifyAllAgents(tx, talk, userId));
    return async () => {
      for (const announceRelease of releaseAnnouncements) await announceRelease();
    };
  }

  otherDependencies.bots.addRemovalStep(async (botId) => {
    const talks = await store.listTalksOfBot(db, botId, talksPerBatch);
    for (const talk of talks) await removeTalk(talk);
    return talks.length > 0;
  });
  events.onWrite("BotPersonRemoved", async (tx, { botId, userId }) => {
    // The person can no longer open the talks with the bot's visitors, so delete the notifications about them.
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
     * Deletes all talks, even open ones, in which nobody has written for `retentionPeriods.botTalkDays` days. Returns
     * the number of deleted talks.
     */
    prune: (): Promise<number> => removeFoundTalks(() => store.listInactiveTalksToRemove(db, talksPerBatch)),
  };
}
