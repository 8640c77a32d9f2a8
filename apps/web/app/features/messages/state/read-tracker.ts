/**
 * Tracks how far the reader has read a conversation. The message list tells the tracker which messages the reader has
 * seen, and the conversation view reports the result to the server.
 */
export interface ReadTracker {
  readonly readNumber: number;
  /** Called when the reader has seen all messages up to the one with this `number`. */
  onMessagesSeen(number: number): void;
  /**
   * Called when the reader jumps to the end and skips unread messages. The unread line moves above the first skipped
   * message.
   */
  onJumpToEnd(): void;
}
