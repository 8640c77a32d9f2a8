import type { Delivery } from "@kakehashi/contract/channels";
import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { plainText } from "@kakehashi/contract/plain-words";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, notFound } from "../../kit/errors.ts";
import { createTurns } from "../../kit/turns.ts";
import * as store from "./delivery-store.ts";
import type { FileLinks } from "./file-links.ts";
import * as people from "./person-store.ts";
import type { Payload } from "./platforms/platform.ts";
import { insertSends, retryFailed } from "./send-store.ts";
import type { ChannelDependencies } from "./service.ts";
import { windowOf } from "./windows.ts";

/** The number of changed messages that one transaction looks at. */
const messagesPerStep = 100;
/** Each of them uses a database connection. */
const conversationsAtOnce = 2;
/** Conversations in which only the person has written are passed over together after this time. */
const skipMessagesMs = 250;
/** Conversations whose change was not noticed, because the process died, are looked for every minute. */
const everyMinute = "* * * * *";
const talksPerBatch = 100;
/** Maximum answers in one batch for which translators are asked, because nobody had asked them. */
const unrequestedPerBatch = 100;

interface Dependencies
  extends Pick<
    ChannelDependencies,
    "db" | "bots" | "messages" | "livechat" | "platforms" | "events" | "jobs" | "log"
  > {
  readonly links: FileLinks;
  wakeSender(): void;
  announceTalk(botId: string, conversationId: string): Promise<void>;
}

/** The person in a conversation and the page that writes to them, with the language that they read. */
interface Reader {
  readonly person: people.PersonRow;
  readonly talk: NonNullable<Awaited<ReturnType<Dependencies["livechat"]["authorsOf"]>>>;
}

/** The changed part of a delivery: the delivery itself, or also whether it waits for its translation. */
type DeliveryChange = "delivery" | "wait";

/** Makes messages of people into calls of the platform's send API. */
export function createDeliveries(parts: Dependencies) {
  const { db, messages, livechat, platforms, events, jobs, log, links, wakeSender, announceTalk } = parts;

  /** Returns the text of a message for the person. Null: it waits for its translation. */
  function contentForPerson({ talk }: Reader, message: Message) {
    const asWritten = { content: message.content, language: message.language };
    const { language } = talk;
    if (language === null || language === message.language || message.content.trim() === "") return asWritten;
    const translation = message.translations?.find((one) => one.language === language);
    const isCurrent = translation?.content != null && translation.revision === message.revision;
    return isCurrent ? { content: translation.content ?? "", language } : null;
  }

  function payloadsOf({ person }: Reader, message: Message, content: string): Payload[] {
    const platform = platforms.get(person.platform);
    if (!platform) return [];
    const text = plainText(content);
    return [
      ...(text === "" ? [] : platform.render({ kind: "text", text, replies: [] })),
      ...message.files.flatMap(({ id, name, size, category }) =>
        platform.render({
          kind: "attachment",
          category,
          address: links.addressOf(message.conversation_id, id),
          name,
          size,
        }),
      ),
    ];
  }

  async function queue(
    tx: Kysely<DB>,
    reader: Reader,
    message: Message,
    said: ReturnType<typeof contentForPerson>,
  ): Promise<void> {
    const { person } = reader;
    await store.upsertDelivery(tx, {
      messageId: message.id,
      personId: person.id,
      said: said && { ...said, content: plainText(said.content) },
      createdAt: message.created_at,
    });
    if (!said) return;
    const place = { pageId: person.page_id, personId: person.id, messageId: message.id };
    await insertSends(tx, place, payloadsOf(reader, message, said.content));
  }

  /**
   * Stores the delivery of one changed message. Returns what has changed: the delivery, and whether it waits
   * for its translation.
   */
  async function storeDelivery(
    tx: Kysely<DB>,
    reader: Reader,
    message: Message,
  ): Promise<"nothing" | DeliveryChange> {
    const { talk } = reader;
    // Threads and notes are internal, and the bot's messages are sent with their turn.
    if (message.parent_id !== null || message.kind === "NOTE" || talk.outsideIds.includes(message.user_id))
      return "nothing";
    const known = await store.lockDelivery(tx, message.id);
    if (message.deleted)
      return known !== undefined && (await store.deleteUnsent(tx, message.id)) ? "delivery" : "nothing";
    // A sent message cannot change, because platforms have no edits.
    if (known && known.state !== "UNTRANSLATED") return "nothing";
    const said = contentForPerson(reader, message);
    if (known && !said) return "nothing";
    await queue(tx, reader, message, said);
    return known || !said ? "wait" : "delivery";
  }

  /** Notifies the features that request translations. `language`: the language that the person reads. */
  function announceTranslationWait(
    message: Message,
    botId: string,
    language: Language | null,
    isOverdue = false,
  ): void {
    if (language !== null && language !== message.language && !message.deleted)
      events.publish("AnswerWaitChanged", { message, botId, language, isOverdue });
  }

  /** Reads the changes of a conversation since the last time, and stores their deliveries. */
  async function read(conversationId: string): Promise<void> {
    let isDone = false;
    while (!isDone) {
      const step = await db.transaction().execute(async (tx) => {
        const person = await people.findOfConversation(tx, conversationId, true);
        const talk = person && (await livechat.authorsOf(tx, conversationId));
        if (!person || !talk) return null;
        const range = { since: person.read_seq, until: Number.MAX_SAFE_INTEGER };
        const changed = await messages.listChanged(conversationId, range, messagesPerStep, tx);
        let isChanged = false;
        const waits: Message[] = [];
        for (const message of changed) {
          const taken = await storeDelivery(tx, { person, talk }, message);
          isChanged ||= taken !== "nothing";
          if (taken === "wait") waits.push(message);
        }
        const last = changed.at(-1)?.changed_seq;
        // Changes without a message, such as new members, take a seq as well.
        const seq = changed.length < messagesPerStep ? Math.max(talk.seq, last ?? 0) : (last ?? talk.seq);
        await people.setReadSeq(tx, person.id, seq);
        const isLast = changed.length < messagesPerStep;
        return { botId: person.bot_id, language: talk.language, isChanged, waits, isLast };
      });
      if (step?.isChanged) {
        wakeSender();
        await announceTalk(step.botId, conversationId);
        for (const message of step.waits) announceTranslationWait(message, step.botId, step.language);
      }
      isDone = step === null || step.isLast;
    }
  }

  const turn = createTurns(conversationsAtOnce);
  /** The conversations that are being checked, and whether they have changed since. */
  const reading = new Map<string, boolean>();

  /** Looks at a conversation, once for many changes that come at the same time. */
  async function checkConversationSoon(conversationId: string): Promise<void> {
    if (reading.has(conversationId)) {
      reading.set(conversationId, true);
      return;
    }
    try {
      do {
        reading.set(conversationId, false);
        await turn(() => read(conversationId));
      } while (reading.get(conversationId));
    } finally {
      reading.delete(conversationId);
    }
  }

  /** The conversations that are passed over next. */
  let passed = new Set<string>();

  /** Marks a person's own messages on a platform as checked, because there is nothing to send. */
  function skipMessagesSoon(conversationId: string): void {
    if (passed.size === 0)
      setTimeout(() => {
        const ids = [...passed];
        passed = new Set();
        // Conversations that are not marked now are found by `channels.unread`.
        people
          .skipPlatformMessages(db, ids)
          .catch((error: unknown) => log.warn(error, "Messages are not passed."));
      }, skipMessagesMs).unref();
    passed.add(conversationId);
  }

  /** Checks a conversation after a change, if it is one with a person on a platform. */
  const onChange = async ({ message }: { message: Message }): Promise<void> => {
    const visitorId = await livechat.visitorOf(message.conversation_id);
    if (visitorId === null) return;
    if (visitorId === message.user_id) skipMessagesSoon(message.conversation_id);
    else await checkConversationSoon(message.conversation_id);
  };
  for (const name of ["MessageSent", "MessageDeleted", "TranslationChanged"] as const)
    events.on(name, onChange);
  events.on("MessageEdited", ({ after }) => onChange({ message: after }));

  jobs.repeat("channels.unread", everyMinute, async () => {
    for (const id of await people.listUnread(db, talksPerBatch)) await checkConversationSoon(id);
    for (const one of await store.listUnrequested(db, unrequestedPerBatch)) {
      const message = await messages.findForServer(one.conversationId, one.messageId);
      if (message) announceTranslationWait(message, one.botId, one.language, true);
    }
  });

  /** Changes the delivery of one message, and returns it. Throws "not found" if there is none in this conversation. */
  async function change(
    conversationId: string,
    messageId: string,
    work: (tx: Kysely<DB>, reader: Reader, delivery: store.DeliveryRow) => Promise<void>,
  ): Promise<{ delivery: Delivery; botId: string }> {
    const changed = await db.transaction().execute(async (tx) => {
      const person = await people.findOfConversation(tx, conversationId, true);
      const talk = person && (await livechat.authorsOf(tx, conversationId));
      const before = await store.lockDelivery(tx, messageId);
      if (!person || !talk || before?.person_id !== person.id) throw notFound();
      await work(tx, { person, talk }, before);
      const after = await store.lockDelivery(tx, messageId);
      if (!after) throw notFound();
      return {
        delivery: store.toDelivery(after, windowOf(platforms.get(person.platform), person)),
        botId: person.bot_id,
      };
    });
    wakeSender();
    await announceTalk(changed.botId, conversationId);
    return changed;
  }

  return {
    async retry(conversationId: string, messageId: string): Promise<Delivery> {
      const { delivery } = await change(conversationId, messageId, async (tx, _, { state }) => {
        if (state !== "FAILED") throw new AppError("CHANNEL.NOT_FAILED");
        await retryFailed(tx, messageId);
        await store.setState(tx, messageId, "QUEUED", null);
      });
      return delivery;
    },

    /** Sends a message as it was written. */
    async sendUntranslated(conversationId: string, messageId: string): Promise<Delivery> {
      let settled: { message: Message; language: Language | null } | undefined;
      const { delivery, botId } = await change(conversationId, messageId, async (tx, reader, { state }) => {
        if (state !== "UNTRANSLATED") throw new AppError("CHANNEL.NOT_WAITING");
        const message = await messages.findForServer(conversationId, messageId, tx);
        if (!message || message.deleted) throw notFound();
        await queue(tx, reader, message, { content: message.content, language: message.language });
        settled = { message, language: reader.talk.language };
      });
      if (settled) announceTranslationWait(settled.message, botId, settled.language);
      return delivery;
    },

    /** Deletes a message that nobody has begun to send. */
    takeBack: (conversationId: string, messageId: string): Promise<void> =>
      messages.removeForServer(conversationId, messageId, async (tx) => {
        const person = await people.findOfConversation(tx, conversationId);
        const delivery = await store.lockDelivery(tx, messageId);
        if (!person || delivery?.person_id !== person.id) throw notFound();
        const waits = delivery.state === "UNTRANSLATED" || delivery.state === "QUEUED";
        if (!waits || !(await store.deleteUnsent(tx, messageId))) throw new AppError("CHANNEL.NOT_WAITING");
      }),

    /** The language into which a message is translated before it is sent. Null: it waits for no translation. */
    awaitedLanguage: store.findAwaitedLanguage,
  };
}
