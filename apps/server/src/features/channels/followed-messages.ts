import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { createTaskQueue } from "../../kit/turns.ts";
import * as store from "./delivery-store.ts";
import type { DeliveryWriter } from "./delivery-writer.ts";
import type { ChannelDependencies } from "./dependencies.ts";
import * as people from "./person-store.ts";

/** The most changed messages of a conversation that one transaction reads. */
const messagesPerStep = 100;
/** How many conversations are checked at the same time. Each check uses a database connection. */
const conversationsAtOnce = 2;
/**
 * Milliseconds to collect conversations in which only the outside person has written. Then one statement marks all of
 * them as checked.
 */
const collectConversationsMs = 250;
/** How often to look for changed conversations that a dead process has left unhandled. */
const everyMinute = "* * * * *";
const talksPerBatch = 100;
/**
 * The most answers in one batch for which translators are asked. These are answers whose translation nobody has
 * requested yet.
 */
const unrequestedTranslationsPerBatch = 100;

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
  announceTalkChange(botId: string, conversationId: string): Promise<void>;
}

/** Stores the delivery of a message by a person on our side when the message is written, changed or translated. */
export function deliverWrittenMessages(dependencies: Dependencies): void {
  const { db, messages, livechat, events, jobs, log } = dependencies;
  const { storeDelivery, announceTranslationWait, wakeSender, announceTalkChange } = dependencies;

  /** Reads the conversation's changes since its last check, and stores the deliveries of the changed messages. */
  async function readChanges(conversationId: string): Promise<void> {
    let isDone = false;
    while (!isDone) {
      const step = await db.transaction().execute(async (tx) => {
        const person = await people.findOfConversation(tx, conversationId, true);
        const talk = person && (await livechat.authorsOf(tx, conversationId));
        if (!person || !talk) return null;
        const range = { since: person.read_seq, until: Number.MAX_SAFE_INTEGER };
        const changed = await messages.listChanged(conversationId, range, messagesPerStep, tx);
        let isDeliveryChanged = false;
        const waits: Message[] = [];
        for (const message of changed) {
          const outcome = await storeDelivery(tx, { person, talk }, message);
          isDeliveryChanged ||= outcome !== "nothing";
          if (outcome === "wait") waits.push(message);
        }
        const last = changed.at(-1)?.changed_seq;
        // Changes that are not messages, such as new members, also have a sequence number. So this code stores the
        // talk's newest sequence number as the point up to which changes were read.
        const seq = changed.length < messagesPerStep ? Math.max(talk.seq, last ?? 0) : (last ?? talk.seq);
        await people.setReadSeq(tx, person.id, seq);
        const isLast = changed.length < messagesPerStep;
        return { botId: person.bot_id, language: talk.language, isDeliveryChanged, waits, isLast };
      });
      if (step?.isDeliveryChanged) {
        wakeSender();
        await announceTalkChange(step.botId, conversationId);
        for (const message of step.waits) announceTranslationWait(message, step.botId, step.language);
      }
      isDone = step === null || step.isLast;
    }
  }

  const runInTurn = createTaskQueue(conversationsAtOnce);
  /**
   * The conversations that are being checked. A value is true if the conversation has changed since its check began.
   */
  const reading = new Map<string, boolean>();

  /** Checks a conversation. Many changes that come at the same time share one check. */
  async function checkConversationSoon(conversationId: string): Promise<void> {
    if (reading.has(conversationId)) {
      reading.set(conversationId, true);
      return;
    }
    try {
      do {
        reading.set(conversationId, false);
        await runInTurn(() => readChanges(conversationId));
      } while (reading.get(conversationId));
    } finally {
      reading.delete(conversationId);
    }
  }

  /** The conversations that the next call of `markPlatformMessagesChecked` marks as checked. */
  let conversationsToSkip = new Set<string>();

  /**
   * Soon marks a conversation as checked in which only the outside person has written, so that there is nothing to
   * send.
   */
  function markConversationCheckedSoon(conversationId: string): void {
    if (conversationsToSkip.size === 0)
      setTimeout(() => {
        const ids = [...conversationsToSkip];
        conversationsToSkip = new Set();
        // If this statement fails, the job `channels.unread` finds the conversations later.
        people
          .markPlatformMessagesChecked(db, ids)
          .catch((error: unknown) => log.warn(error, "Messages are not passed."));
      }, collectConversationsMs).unref();
    conversationsToSkip.add(conversationId);
  }

  /** Checks a changed conversation if it is a talk with somebody outside. */
  const onChange = async ({ message }: { message: Message }): Promise<void> => {
    const visitorId = await livechat.visitorOf(message.conversation_id);
    if (visitorId === null) return;
    if (visitorId === message.user_id) markConversationCheckedSoon(message.conversation_id);
    else await checkConversationSoon(message.conversation_id);
  };
  for (const name of ["MessageSent", "MessageDeleted", "TranslationChanged"] as const)
    events.on(name, onChange);
  events.on("MessageEdited", ({ after }) => onChange({ message: after }));

  jobs.repeat("channels.unread", everyMinute, async () => {
    for (const id of await people.listUncheckedConversations(db, talksPerBatch))
      await checkConversationSoon(id);
    for (const one of await store.listUnrequestedTranslations(db, unrequestedTranslationsPerBatch)) {
      const message = await messages.findForServer(one.conversationId, one.messageId);
      if (message) announceTranslationWait(message, one.botId, one.language, true);
    }
  });
}
