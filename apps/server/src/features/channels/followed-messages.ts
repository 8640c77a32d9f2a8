import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { createTurns } from "../../kit/turns.ts";
import * as store from "./delivery-store.ts";
import type { DeliveryWriter } from "./delivery-writer.ts";
import * as people from "./person-store.ts";
import type { ChannelDependencies } from "./service.ts";

/** The number of changed messages that one transaction looks at. */
const messagesPerStep = 100;
/** Each of them uses a database connection. */
const conversationsAtOnce = 2;
/** Conversations in which only the person has written are passed over together after this time. */
const skipMessagesMs = 250;
/** How often to look for changed conversations that a dead process has left unhandled. */
const everyMinute = "* * * * *";
const talksPerBatch = 100;
/** Maximum answers in one batch for which translators are asked, because nobody had asked them. */
const unrequestedPerBatch = 100;

interface Dependencies
  extends Pick<ChannelDependencies, "db" | "messages" | "livechat" | "events" | "jobs" | "log"> {
  readonly storeDelivery: DeliveryWriter["storeDelivery"];
  announceTranslationWait(
    message: Message,
    botId: string,
    language: Language | null,
    isOverdue?: boolean,
  ): void;
  wakeSender(): void;
  announceTalk(botId: string, conversationId: string): Promise<void>;
}

/** Stores a delivery for each message of our people, when it is sent, changed or translated. */
export function followMessages(parts: Dependencies): void {
  const { db, messages, livechat, events, jobs, log } = parts;
  const { storeDelivery, announceTranslationWait, wakeSender, announceTalk } = parts;

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
}
