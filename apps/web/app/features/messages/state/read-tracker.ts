/** How far a conversation was read, between the list that sees it and the view that tells the server. */
export interface ReadTracker {
  /** The `number` of the last message read. */
  readonly readNumber: number;
  /** Messages up to this `number` are in sight, of a page that somebody looks at. */
  onSeen(number: number): void;
  /** The reader is at the end, and unread messages lie between: the line moves above the first of them. */
  onJump(): void;
}
