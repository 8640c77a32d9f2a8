import { deepStrictEqual, ok, strictEqual } from "node:assert";
import type { Conversation } from "@kakehashi/contract/conversations";
import type { Message } from "@kakehashi/contract/messages";

/**
 * Records the server's answers about one room. At the end of a test, checks that the stored messages agree with these
 * answers.
 */
export class Ledger {
  /** The id of each message, by its `client_id`. Every answer about a message must give the same id. */
  readonly #sent = new Map<string, string>();
  /** Each message by its id, as the answer to its latest change described it. */
  readonly #latest = new Map<string, Message>();
  readonly #seqs = new Set<number>();
  /**
   * How many changes of messages the server did not answer. The server may have stored such a change under a sequence
   * number (`seq`) that no message shows any more, because a later change replaced it.
   */
  #unknown = 0;

  get acknowledged(): number {
    return this.#sent.size;
  }

  /** Records the server's answer to a sent message. */
  sent(message: Message): void {
    const before = this.#sent.get(message.client_id);
    if (before) strictEqual(message.id, before, "one send became two messages");
    this.#sent.set(message.client_id, message.id);
    // A reply also changes the reply count of its thread's root message, which uses the next `seq`.
    if (message.parent_id !== null) this.#seqs.add(message.seq + 1);
    this.changed(message);
  }

  /** Records the server's answer to a change of a message. */
  changed(message: Message): void {
    this.#seqs.add(message.seq).add(message.changed_seq);
    if (message.deleted && message.parent_id !== null) this.#seqs.add(message.changed_seq + 1);
    const latestMessage = this.#latest.get(message.id);
    if (latestMessage?.changed_seq === message.changed_seq) deepStrictEqual(message, latestMessage);
    if (!latestMessage || latestMessage.changed_seq < message.changed_seq)
      this.#latest.set(message.id, message);
  }

  countUnansweredChange(): void {
    this.#unknown++;
  }

  /**
   * Throws if the recorded answers do not agree with `stored`, which has all messages of the room, including replies.
   */
  audit(stored: readonly Message[], conversation: Conversation, seqBefore: number): void {
    deepStrictEqual(
      new Map(stored.map(({ client_id, id }) => [client_id, id])),
      this.#sent,
      "stored and acknowledged messages differ",
    );
    strictEqual(stored.length, this.#sent.size, "a message is stored twice");
    const storedById = new Map(stored.map((message) => [message.id, message]));
    for (const [id, latestMessage] of this.#latest) {
      const storedMessage = storedById.get(id);
      ok(
        storedMessage && storedMessage.changed_seq >= latestMessage.changed_seq,
        "an acknowledged change is gone",
      );
      if (storedMessage.changed_seq === latestMessage.changed_seq)
        deepStrictEqual(storedMessage, latestMessage);
      // Devices repeat an edit or a deletion until it is answered. So the last recorded answer has the final text.
      deepStrictEqual(
        [storedMessage.content, storedMessage.deleted],
        [latestMessage.content, latestMessage.deleted],
      );
    }

    const messagesByParent = Map.groupBy(stored, ({ parent_id }) => parent_id);
    for (const messages of messagesByParent.values()) {
      const numbers = messages.map(({ number }) => number).sort((a, b) => a - b);
      deepStrictEqual(
        numbers,
        numbers.map((_, index) => index + 1),
        "a number is missing or doubled",
      );
    }
    strictEqual(conversation.last_number, messagesByParent.get(null)?.length ?? 0);
    strictEqual(new Set(stored.map(({ seq }) => seq)).size, stored.length, "a seq is doubled");
    for (const { seq, changed_seq } of stored) this.#seqs.add(seq).add(changed_seq);
    const newSequenceNumbers = [...this.#seqs].filter((seq) => seq > seqBefore);
    ok(Math.max(...newSequenceNumbers) <= conversation.seq, "a seq lies past the room's");
    const unseenSequenceCount = conversation.seq - seqBefore - newSequenceNumbers.length;
    ok(
      unseenSequenceCount <= this.#unknown,
      `${unseenSequenceCount} numbers of seq are nobody's, and ${this.#unknown} may be`,
    );
  }
}

/** Counts a person's unread messages one by one, without the stored counts. */
export function countUnread(stored: readonly Message[], userId: string, readNumber: number): number {
  return stored.filter(
    (message) =>
      message.parent_id === null &&
      message.user_id !== userId &&
      !message.deleted &&
      message.number > readNumber,
  ).length;
}
