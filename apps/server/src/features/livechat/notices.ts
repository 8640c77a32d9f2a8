import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { LivechatDependencies } from "./dependencies.ts";
import { findVisitorAndBotNames } from "./store.ts";

/**
 * Sends the notifications that were stored in the transaction to their receivers. Call this function after the commit.
 */
type PublishFunction = () => Promise<void>;

/** Notifies agents of visitors who wait for an answer, of ended snoozes and of talks that were handed over to them. */
export function createAgentNotifications({
  bots,
  notifications,
}: Pick<LivechatDependencies, "bots" | "notifications">) {
  async function writeNotices(
    tx: Kysely<DB>,
    { botId, conversationId }: { botId: string; conversationId: string },
    userIds: readonly string[],
  ): Promise<PublishFunction> {
    const names = await findVisitorAndBotNames(tx, conversationId);
    if (!names || userIds.length === 0) return async () => {};
    const ids = await notifications.writeWaiting(tx, userIds, {
      bot: { id: botId, name: names.bot },
      conversation_id: conversationId,
      place: names.visitor,
    });
    return () => notifications.announce(ids);
  }

  return {
    /** Notifies everybody who works on the bot that a visitor waits, except the person `exceptId`. */
    async notifyAllAgents(
      tx: Kysely<DB>,
      talk: { botId: string; conversationId: string },
      exceptId: string | null = null,
    ): Promise<PublishFunction> {
      const people = await bots.peopleOf(talk.botId);
      return writeNotices(
        tx,
        talk,
        people.filter((id) => id !== exceptId),
      );
    },

    /** Notifies the agent that a talk whose snooze has ended waits again. */
    notifyAgent: (
      tx: Kysely<DB>,
      talk: { botId: string; conversationId: string },
      userId: string,
    ): Promise<PublishFunction> => writeNotices(tx, talk, [userId]),

    /** Notifies the new agent of a talk, if another person has handed it over. */
    async notifyOfHandOver(
      tx: Kysely<DB>,
      { botId, conversationId }: { botId: string; conversationId: string },
      { userId, actorId }: { userId: string; actorId: string },
    ): Promise<PublishFunction> {
      const names = userId === actorId ? undefined : await findVisitorAndBotNames(tx, conversationId);
      if (!names) return async () => {};
      const id = await notifications.write(tx, {
        userId,
        type: "LIVECHAT_HANDED_OVER",
        actorId,
        data: { bot: { id: botId, name: names.bot }, conversation_id: conversationId, place: names.visitor },
      });
      return () => notifications.announce([id]);
    },

    /** Marks the notifications about a talk as read, because its visitor no longer waits. */
    async settle(tx: Kysely<DB>, conversationId: string): Promise<PublishFunction> {
      const readerIds = await notifications.readWaiting(tx, conversationId);
      return async () => {
        for (const userId of readerIds) await notifications.publishUnreadCount(userId);
      };
    },
  };
}
