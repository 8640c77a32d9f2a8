/**
 * Tracks how far a conversation was read. The list reports the visible rows, and the conversation view tells
 * the server.
 */
export interface ReadTracker {
  /** The `number` of the last read message. */
  readonly readNumber: number;
  /** The reader sees messages up to this `number`. */
  onMessagesSeen(number: number): void;
  /** The reader jumped to the end over unread messages. The unread line moves above the first of them. */
  onJump(): void;
}
