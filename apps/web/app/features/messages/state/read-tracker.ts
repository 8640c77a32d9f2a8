/**
 * Tracks how far a conversation was read. The list reports the visible rows, and the conversation view tells
 * the server.
 */
export interface ReadTracker {
  /** The `number` of the last read message. */
  readonly readNumber: number;
  /** Called when the reader has seen all messages up to the one with this `number`. */
  onMessagesSeen(number: number): void;
  /**
   * Called when the reader jumps to the end over unread messages. The unread line moves above the first of these
   * messages.
   */
  onJump(): void;
}
