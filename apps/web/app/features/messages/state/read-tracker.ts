/**
 * Tracks how far a conversation was read. The list calls it with the visible rows, and the conversation view reports
 * the result to the server.
 */
export interface ReadTracker {
  readonly readNumber: number;
  /** Called when the reader has seen all messages up to the one with this `number`. */
  onMessagesSeen(number: number): void;
  /**
   * Called when the reader jumps to the end and skips unread messages. The unread line moves above the first skipped
   * message.
   */
  onJump(): void;
}
