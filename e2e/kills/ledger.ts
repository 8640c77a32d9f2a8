import { deepStrictEqual, ok, strictEqual } from "node:assert";
import type { Conversation } from "@kakehashi/contract/conversations";
import type { Message } from "@kakehashi/contract/messages";

/**
 * Records the server's responses about the messages of one room. At the end of a test, checks that the stored messages
 * match these responses.
 */
export class MessageLedger {
  /** The message ids, by `client_id`. Every response about a message must contain the same id. */
  readonly #sent = new Map<string, string>();
  /** The newest state of each message in the responses, by the message's id. */
  readonly #latestById = new Map<string, Message>();
  readonly #knownSeqs = new Set<number>();
  /**
   * How many changes got no response. It is unknown whether the server has stored such a change. A later change of the
   * same message may have replaced its `seq`, so this `seq` may be missing in the stored messages.
   */
  #unansweredChangeCount = 0;

  get acknowledgedCount(): number {
    return this.#sent.size;
  }

  /** Records the response to a sent message. */
  sent(message: Message): void {
    const earlierId = this.#sent.get(message.client_id);
    if (earlierId) strictEqual(message.id, earlierId, "one send became two messages");
    this.#sent.set(message.client_id, message.id);
    // A reply also increases the reply count of the thread's root message. This second change has the next `seq`.
    if (message.parent_id !== null) this.#knownSeqs.add(message.seq + 1);
    this.recordChange(message);
  }

  /** Records the response to an edited or deleted message. */
  recordChange(message: Message): void {
    this.#knownSeqs.add(message.seq).add(message.changed_seq);
    if (message.deleted && message.parent_id !== null) this.#knownSeqs.add(message.changed_seq + 1);
    const latestMessage = this.#latestById.get(message.id);
    if (latestMessage?.changed_seq === message.changed_seq) deepStrictEqual(message, latestMessage);
    if (!latestMessage || latestMessage.changed_seq < message.changed_seq)
      this.#latestById.set(message.id, message);
  }

  countUnansweredChange(): void {
    this.#unansweredChangeCount++;
  }

  /**
   * Throws if the recorded responses do not match `storedMessages`. `storedMessages` contains all messages of the room,
   * including replies.
   */
  checkStoredMessages(
    storedMessages: readonly Message[],
    conversation: Conversation,
    seqBefore: number,
  ): void {
    deepStrictEqual(
      new Map(storedMessages.map(({ client_id, id }) => [client_id, id])),
      this.#sent,
      "stored and acknowledged messages differ",
    );
    strictEqual(storedMessages.length, this.#sent.size, "a message is stored twice");
    const storedById = new Map(storedMessages.map((message) => [message.id, message]));
    for (const [id, latestMessage] of this.#latestById) {
      const storedMessage = storedById.get(id);
      ok(
        storedMessage && storedMessage.changed_seq >= latestMessage.changed_seq,
        "an acknowledged change is gone",
      );
      if (storedMessage.changed_seq === latestMessage.changed_seq)
        deepStrictEqual(storedMessage, latestMessage);
      // A device repeats an edit or a deletion until the server responds. So the last recorded response has the final
      // text.
      deepStrictEqual(
        [storedMessage.content, storedMessage.deleted],
        [latestMessage.content, latestMessage.deleted],
      );
    }

    const messagesByParent = Map.groupBy(storedMessages, ({ parent_id }) => parent_id);
    for (const messages of messagesByParent.values()) {
      const numbers = messages.map(({ number }) => number).sort((a, b) => a - b);
      deepStrictEqual(
        numbers,
        numbers.map((_, index) => index + 1),
        "a number is missing or doubled",
      );
    }
    strictEqual(conversation.last_number, messagesByParent.get(null)?.length ?? 0);
    strictEqual(
      new Set(storedMessages.map(({ seq }) => seq)).size,
      storedMessages.length,
      "a seq is doubled",
    );
    for (const { seq, changed_seq } of storedMessages) this.#knownSeqs.add(seq).add(changed_seq);
    const newSequenceNumbers = [...this.#knownSeqs].filter((seq) => seq > seqBefore);
    ok(Math.max(...newSequenceNumbers) <= conversation.seq, "a seq lies past the room's");
    const unseenSequenceCount = conversation.seq - seqBefore - newSequenceNumbers.length;
    ok(
      unseenSequenceCount <= this.#unansweredChangeCount,
      `${unseenSequenceCount} numbers of seq are nobody's, and ${this.#unansweredChangeCount} may be`,
    );
  }
}

/** Counts the unread messages one by one. The test compares the result with the server's stored count. */
export function countUnread(storedMessages: readonly Message[], userId: string, readNumber: number): number {
  return storedMessages.filter(
    (message) =>
      message.parent_id === null &&
      message.user_id !== userId &&
      !message.deleted &&
      message.number > readNumber,
  ).length;
}
