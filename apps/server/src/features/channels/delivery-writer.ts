import { showDeletedNames } from "@kakehashi/contract/deleted-names";
import type { Message } from "@kakehashi/contract/messages";
import { toPlainText } from "@kakehashi/contract/plain-words";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import * as store from "./delivery-store.ts";
import type { ChannelDependencies } from "./dependencies.ts";
import type { SignedFileLinks } from "./file-links.ts";
import type { PersonRow } from "./person-store.ts";
import type { OutgoingPayload } from "./platforms/platform.ts";
import { insertCallsForMessage } from "./send-store.ts";

interface DeliveryWriterDependencies extends Pick<ChannelDependencies, "platforms"> {
  readonly links: SignedFileLinks;
}

/**
 * The outside person in a conversation, the page that writes to this person, and the language that this person reads.
 */
export interface MessageRecipient {
  readonly person: PersonRow;
  readonly talk: NonNullable<Awaited<ReturnType<ChannelDependencies["livechat"]["authorsOf"]>>>;
}

/**
 * What has changed for a message: only its delivery (`delivery`), or also whether it waits for its translation
 * (`wait`).
 */
type DeliveryChange = "delivery" | "wait";

export type DeliveryWriter = ReturnType<typeof createDeliveryWriter>;

/** Stores the delivery of one message, and the API calls to the platform that will send it. */
export function createDeliveryWriter({ platforms, links }: DeliveryWriterDependencies) {
  /**
   * Returns the text in which a message is sent to the outside person. Returns null if the message waits for its
   * translation.
   */
  function findContentForReader({ talk }: MessageRecipient, message: Message) {
    const originalContent = { content: message.content, language: message.language };
    const { language } = talk;
    if (language === null || language === message.language || message.content.trim() === "")
      return originalContent;
    const translation = message.translations?.find((translation) => translation.language === language);
    const isCurrentTranslation = translation?.content != null && translation.revision === message.revision;
    return isCurrentTranslation ? { content: translation.content ?? "", language } : null;
  }

  function renderPayloads({ person }: MessageRecipient, message: Message, text: string): OutgoingPayload[] {
    const platform = platforms.get(person.platform);
    if (!platform) return [];
    return [
      ...(text === "" ? [] : platform.render({ kind: "text", text, replies: [] })),
      ...message.files.flatMap(({ id, name, size, category }) =>
        platform.render({
          kind: "attachment",
          fileCategory: category,
          address: links.addressOf(message.conversation_id, id),
          name,
          size,
        }),
      ),
    ];
  }

  async function queueMessage(
    tx: Kysely<DB>,
    reader: MessageRecipient,
    message: Message,
    contentToSend: ReturnType<typeof findContentForReader>,
  ): Promise<void> {
    const { person, talk } = reader;
    const sentContent = contentToSend && {
      language: contentToSend.language,
      content: toPlainText(showDeletedNames(contentToSend.content, talk.language ?? contentToSend.language)),
    };
    await store.upsertDelivery(tx, {
      messageId: message.id,
      personId: person.id,
      sentContent,
      createdAt: message.created_at,
    });
    if (!sentContent) return;
    const deliveryIds = { pageId: person.page_id, personId: person.id, messageId: message.id };
    await insertCallsForMessage(tx, deliveryIds, renderPayloads(reader, message, sentContent.content));
  }

  /** Stores the delivery of a message that was written, changed or translated. Returns what has changed. */
  async function storeDelivery(
    tx: Kysely<DB>,
    reader: MessageRecipient,
    message: Message,
  ): Promise<"nothing" | DeliveryChange> {
    const { talk } = reader;
    // Messages in threads and internal notes get no delivery, because the outside person must not see them. A bot's
    // messages are sent when the bot's turn is stored.
    if (message.parent_id !== null || message.kind === "NOTE" || talk.outsideIds.includes(message.user_id))
      return "nothing";
    const knownDelivery = await store.lockDelivery(tx, message.id);
    if (message.deleted)
      return knownDelivery !== undefined && (await store.deleteUnsentDelivery(tx, message.id))
        ? "delivery"
        : "nothing";
    // If a message was already sent, a later change of its text does not reach the person, because platforms cannot
    // edit messages.
    if (knownDelivery && knownDelivery.state !== "UNTRANSLATED") return "nothing";
    const contentToSend = findContentForReader(reader, message);
    if (knownDelivery && !contentToSend) return "nothing";
    await queueMessage(tx, reader, message, contentToSend);
    return knownDelivery || !contentToSend ? "wait" : "delivery";
  }

  return { queue: queueMessage, storeDelivery };
}
