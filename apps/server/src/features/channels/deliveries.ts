import type { Delivery } from "@kakehashi/contract/channel-deliveries";
import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import * as store from "./delivery-store.ts";
import { createDeliveryWriter, type MessageRecipient } from "./delivery-writer.ts";
import type { ChannelDependencies } from "./dependencies.ts";
import type { SignedFileLinks } from "./file-links.ts";
import { registerDeliveryOnMessageChange } from "./followed-messages.ts";
import * as people from "./person-store.ts";
import { requeueFailedPlatformCalls } from "./send-store.ts";
import { computeMessagingWindow } from "./windows.ts";

interface DeliveriesDependencies
  extends Pick<
    ChannelDependencies,
    "db" | "bots" | "messages" | "livechat" | "platforms" | "events" | "jobs" | "log"
  > {
  readonly links: SignedFileLinks;
  wakeSender(): void;
  announceTalkChange(botId: string, conversationId: string): Promise<void>;
}

/**
 * Sends messages that people on our side write in talks to the platforms. A message is translated first if the outside
 * person reads another language.
 */
export function createDeliveries(dependencies: DeliveriesDependencies) {
  const { db, messages, livechat, platforms, events, wakeSender, announceTalkChange } = dependencies;
  const { queue: queueMessage, storeDelivery } = createDeliveryWriter(dependencies);

  /**
   * Tells other features that messages wait for a translation into `language`, the language that the outside person
   * reads.
   */
  function announceTranslationWait(
    message: Message,
    botId: string,
    language: Language | null,
    isTranslationOverdue = false,
  ): void {
    if (language !== null && language !== message.language && !message.deleted)
      events.publish("AnswerWaitChanged", { message, botId, language, isOverdue: isTranslationOverdue });
  }

  registerDeliveryOnMessageChange({ ...dependencies, storeDelivery, announceTranslationWait });

  /**
   * Locks and changes the delivery of one message, and returns it. Throws "not found" if the conversation has no
   * delivery of this message.
   */
  async function changeDelivery(
    conversationId: string,
    messageId: string,
    changeDeliveryRow: (
      tx: Kysely<DB>,
      reader: MessageRecipient,
      delivery: store.DeliveryRow,
    ) => Promise<void>,
  ): Promise<{ delivery: Delivery; botId: string }> {
    const changedConversationId = await db.transaction().execute(async (tx) => {
      const person = await people.findPersonOfConversation(tx, conversationId, true);
      const talk = person && (await livechat.authorsOf(tx, conversationId));
      const previousDelivery = await store.lockDelivery(tx, messageId);
      if (!person || !talk || previousDelivery?.person_id !== person.id) throw createNotFoundError();
      await changeDeliveryRow(tx, { person, talk }, previousDelivery);
      const changedDelivery = await store.lockDelivery(tx, messageId);
      if (!changedDelivery) throw createNotFoundError();
      return {
        delivery: store.toDelivery(
          changedDelivery,
          computeMessagingWindow(platforms.get(person.platform), person),
        ),
        botId: person.bot_id,
      };
    });
    wakeSender();
    await announceTalkChange(changedConversationId.botId, conversationId);
    return changedConversationId;
  }

  return {
    async retry(conversationId: string, messageId: string): Promise<Delivery> {
      const { delivery } = await changeDelivery(conversationId, messageId, async (tx, _, { state }) => {
        if (state !== "FAILED") throw new AppError("CHANNEL.NOT_FAILED");
        await requeueFailedPlatformCalls(tx, messageId);
        await store.setDeliveryState(tx, messageId, "QUEUED", null);
      });
      return delivery;
    },

    /** Sends a message in the language in which it was written, without waiting for its translation. */
    async sendUntranslated(conversationId: string, messageId: string): Promise<Delivery> {
      let untranslatedMessage: { message: Message; language: Language | null } | undefined;
      const { delivery, botId } = await changeDelivery(
        conversationId,
        messageId,
        async (tx, reader, { state }) => {
          if (state !== "UNTRANSLATED") throw new AppError("CHANNEL.NOT_WAITING");
          const message = await messages.findForServer(conversationId, messageId, tx);
          if (!message || message.deleted) throw createNotFoundError();
          await queueMessage(tx, reader, message, { content: message.content, language: message.language });
          untranslatedMessage = { message, language: reader.talk.language };
        },
      );
      if (untranslatedMessage)
        announceTranslationWait(untranslatedMessage.message, botId, untranslatedMessage.language);
      return delivery;
    },

    /** Takes back a message that the server has not begun to send. */
    takeBack: (conversationId: string, messageId: string): Promise<void> =>
      messages.removeForServer(conversationId, messageId, async (tx) => {
        const person = await people.findPersonOfConversation(tx, conversationId);
        const delivery = await store.lockDelivery(tx, messageId);
        if (!person || delivery?.person_id !== person.id) throw createNotFoundError();
        const isUnsent = delivery.state === "UNTRANSLATED" || delivery.state === "QUEUED";
        if (!isUnsent || !(await store.deleteUnsentDelivery(tx, messageId)))
          throw new AppError("CHANNEL.NOT_WAITING");
      }),

    /**
     * Returns the language into which a message must be translated before it is sent. Returns null if the message does
     * not wait for a translation.
     */
    awaitedLanguage: store.findAwaitedLanguage,
  };
}
