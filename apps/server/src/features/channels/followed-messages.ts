import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { createTaskQueue } from "../../kit/turns.ts";
import * as store from "./delivery-store.ts";
import type { DeliveryWriter } from "./delivery-writer.ts";
import type { ChannelDependencies } from "./dependencies.ts";
import * as people from "./person-store.ts";

/** Maximum number of changed messages of a conversation that one transaction reads. */
const messagesPerStep = 100;
/** How many conversations are checked at the same time. Each check uses a database connection. */
const maximumConcurrentChecks = 2;
/**
 * Milliseconds for which the server collects conversations in which only the outside person has written. One statement
 * then marks all of them as checked, because they contain nothing to send.
 */
const conversationCollectionMs = 250;
/** How often to look for changed conversations that nobody has checked, because a process died. */
const recheckCron = "* * * * *";
const talksPerBatch = 100;
/**
 * Maximum number of answers for which one run of the job asks translators. These are answers that have waited too long
 * for a translation, and for which no translator was asked yet.
 */
const overdueMessagesPerBatch = 100;

interface WrittenMessageDeliveryDependencies
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

/**
 * Registers listeners that store the delivery of a message by a person on our side when the message is written, changed
 * or translated.
 */
export function registerDeliveryOnMessageChange(dependencies: WrittenMessageDeliveryDependencies): void {
  const { db, messages, livechat, events, jobs, log } = dependencies;
  const { storeDelivery, announceTranslationWait, wakeSender, announceTalkChange } = dependencies;

  /** Reads what has changed in a conversation since its last check. Stores the deliveries of the changed messages. */
  async function readChanges(conversationId: string): Promise<void> {
    let isDone = false;
    while (!isDone) {
      const stepResult = await db.transaction().execute(async (tx) => {
        const person = await people.findPersonOfConversation(tx, conversationId, true);
        const talk = person && (await livechat.authorsOf(tx, conversationId));
        if (!person || !talk) return null;
        const seqRange = { since: person.read_seq, until: Number.MAX_SAFE_INTEGER };
        const changedMessages = await messages.listChanged(conversationId, seqRange, messagesPerStep, tx);
        let isDeliveryChanged = false;
        const messagesWithChangedWait: Message[] = [];
        for (const message of changedMessages) {
          const deliveryOutcome = await storeDelivery(tx, { person, talk }, message);
          isDeliveryChanged ||= deliveryOutcome !== "nothing";
          if (deliveryOutcome === "wait") messagesWithChangedWait.push(message);
        }
        const lastSeq = changedMessages.at(-1)?.changed_seq;
        // Other changes, such as new members, also raise the conversation's `seq`. So once all messages are read, store
        // the conversation's newest `seq` as read.
        const seq =
          changedMessages.length < messagesPerStep ? Math.max(talk.seq, lastSeq ?? 0) : (lastSeq ?? talk.seq);
        await people.setCheckedSeq(tx, person.id, seq);
        const isLast = changedMessages.length < messagesPerStep;
        return {
          botId: person.bot_id,
          language: talk.language,
          isDeliveryChanged,
          waits: messagesWithChangedWait,
          isLast,
        };
      });
      if (stepResult?.isDeliveryChanged) {
        wakeSender();
        await announceTalkChange(stepResult.botId, conversationId);
        for (const message of stepResult.waits)
          announceTranslationWait(message, stepResult.botId, stepResult.language);
      }
      isDone = stepResult === null || stepResult.isLast;
    }
  }

  const runInTurn = createTaskQueue(maximumConcurrentChecks);
  /**
   * The conversations that are being checked. The value is true if a conversation has changed during its check and must
   * be checked again.
   */
  const recheckByConversation = new Map<string, boolean>();

  /** Checks a conversation. If many changes come at the same time, one check handles them all. */
  async function checkConversationSoon(conversationId: string): Promise<void> {
    if (recheckByConversation.has(conversationId)) {
      recheckByConversation.set(conversationId, true);
      return;
    }
    try {
      do {
        recheckByConversation.set(conversationId, false);
        await runInTurn(() => readChanges(conversationId));
      } while (recheckByConversation.get(conversationId));
    } finally {
      recheckByConversation.delete(conversationId);
    }
  }

  /**
   * Conversations that contain nothing to send. The next run of `markConversationsChecked` marks all of them as
   * checked.
   */
  let conversationsToMarkChecked = new Set<string>();

  /**
   * Marks a conversation as checked a moment later, together with others. Only the outside person has written in it, so
   * it contains nothing to send.
   */
  function markConversationCheckedSoon(conversationId: string): void {
    if (conversationsToMarkChecked.size === 0)
      setTimeout(() => {
        const ids = [...conversationsToMarkChecked];
        conversationsToMarkChecked = new Set();
        // If this statement fails, the job `channels.unread` finds the conversations later.
        people
          .markConversationsChecked(db, ids)
          .catch((error: unknown) => log.warn(error, "Messages are not passed."));
      }, conversationCollectionMs).unref();
    conversationsToMarkChecked.add(conversationId);
  }

  /** Checks a changed conversation if it is a talk with a person on an outside platform. */
  const onChange = async ({ message }: { message: Message }): Promise<void> => {
    const visitorId = await livechat.visitorOf(message.conversation_id);
    if (visitorId === null) return;
    if (visitorId === message.user_id) markConversationCheckedSoon(message.conversation_id);
    else await checkConversationSoon(message.conversation_id);
  };
  for (const name of ["MessageSent", "MessageDeleted", "TranslationChanged"] as const)
    events.on(name, onChange);
  events.on("MessageEdited", ({ after }) => onChange({ message: after }));

  jobs.repeat("channels.unread", recheckCron, async () => {
    for (const id of await people.listUncheckedConversationIds(db, talksPerBatch))
      await checkConversationSoon(id);
    for (const overdueMessage of await store.listMessagesWithOverdueTranslation(
      db,
      overdueMessagesPerBatch,
    )) {
      const message = await messages.findForServer(overdueMessage.conversationId, overdueMessage.messageId);
      if (message) announceTranslationWait(message, overdueMessage.botId, overdueMessage.language, true);
    }
  });
}
