import { type BotDelivery, maximumShownDeliveries } from "@kakehashi/contract/channel-deliveries";
import type { MessagingWindow } from "@kakehashi/contract/channels";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { clientIdOfBotMessage } from "../bots/service.ts";
import type { ChannelDependencies } from "./dependencies.ts";
import * as people from "./person-store.ts";
import * as store from "./undelivered-bot-message-store.ts";
import { computeMessagingWindow } from "./windows.ts";

interface UndeliveredBotMessagesDependencies
  extends Pick<ChannelDependencies, "db" | "livechat" | "platforms"> {
  wakeSender(): void;
  announceTalkChange(botId: string, conversationId: string): Promise<void>;
}

/** Shows and retries bots' messages that a platform has refused or may not have accepted. */
export function createUndeliveredBotMessages({
  db,
  livechat,
  platforms,
  wakeSender,
  announceTalkChange,
}: UndeliveredBotMessagesDependencies) {
  /** Returns the bot's undelivered messages that are in the conversation, newest first. */
  async function listUndelivered(executor: Kysely<DB>, conversationId: string, personId: string) {
    const rows = await store.listUndeliveredBotMessages(executor, personId, maximumShownDeliveries);
    const talk = rows.length > 0 ? await livechat.authorsOf(executor, conversationId) : undefined;
    if (!talk) return [];
    const conversationAuthors = { conversationId, authorIds: talk.outsideIds };
    const ids = await store.findMessageIdsByClientId(
      executor,
      conversationAuthors,
      rows.map(clientIdOfBotMessage),
    );
    return rows.flatMap((row) => {
      const id = ids.get(clientIdOfBotMessage(row));
      return id ? [{ id, row }] : [];
    });
  }

  /**
   * Whether people may retry a bot's message in the conversation. A broadcast's message cannot be retried: the web page
   * of the broadcast shows who got it.
   */
  const mayRetry = ({ hasFailed, isBroadcast }: store.UndeliveredBotMessageRow) => hasFailed && !isBroadcast;

  const toUndeliveredMessage = (
    { id, row }: { id: string; row: store.UndeliveredBotMessageRow },
    { all_until }: MessagingWindow,
  ): BotDelivery => ({
    message_id: id,
    state: row.hasFailed ? "FAILED" : "QUEUED",
    content: null,
    language: null,
    error: row.hasFailed ? row.error : null,
    can_retry: mayRetry(row) && all_until !== null,
    changed_at: row.changedAt.toISOString(),
  });

  return {
    /** Returns the state of a bot's messages that were not delivered, newest first. */
    list: async (
      conversationId: string,
      personId: string,
      messagingWindow: MessagingWindow,
    ): Promise<BotDelivery[]> =>
      (await listUndelivered(db, conversationId, personId)).map((undeliveredRow) =>
        toUndeliveredMessage(undeliveredRow, messagingWindow),
      ),

    /**
     * Sends a bot's failed message again. Returns null if the message is not a bot's. Locks the person, so that a
     * second request at the same time finds that the message has already been queued again.
     */
    async retry(conversationId: string, messageId: string): Promise<BotDelivery | null> {
      const retriedMessage = await db.transaction().execute(async (tx) => {
        const person = await people.findPersonOfConversation(tx, conversationId, true);
        const talk = person && (await livechat.authorsOf(tx, conversationId));
        if (!person || !talk) return null;
        const conversation = { conversationId, authorIds: talk.outsideIds };
        if (!(await store.isWrittenBy(tx, conversation, messageId))) return null;
        const undeliveredMessage = (await listUndelivered(tx, conversationId, person.id)).find(
          ({ id }) => id === messageId,
        );
        if (!undeliveredMessage || !mayRetry(undeliveredMessage.row))
          throw new AppError("CHANNEL.NOT_FAILED");
        await store.retryBotMessage(tx, undeliveredMessage.row, person.id);
        const messagingWindow = computeMessagingWindow(platforms.get(person.platform), person);
        const waitingMessage = { ...undeliveredMessage.row, hasFailed: false, changedAt: new Date() };
        return {
          botId: person.bot_id,
          delivery: toUndeliveredMessage({ id: messageId, row: waitingMessage }, messagingWindow),
        };
      });
      if (!retriedMessage) return null;
      wakeSender();
      await announceTalkChange(retriedMessage.botId, conversationId);
      return retriedMessage.delivery;
    },
  };
}
