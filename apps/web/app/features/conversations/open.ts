interface OpenConversation {
  readonly id: string;
  readonly isAtEnd: () => boolean;
  /** Keeps the messages after this `number` unread, even while the reader sees them. */
  readonly keepUnread: (readNumber: number) => void;
}

/** The conversation on the screen. New messages in it count as read only while the reader sees its end. */
let openConversation: OpenConversation | null = null;

export function registerOpenConversation(newlyOpenedConversation: OpenConversation): () => void {
  openConversation = newlyOpenedConversation;
  return () => {
    if (openConversation?.id === newlyOpenedConversation.id) openConversation = null;
  };
}

/**
 * Tells the open conversation to keep messages unread. Called when the reader marks them as unread, for example in the
 * list of conversations.
 */
export function keepUnread(id: string, readNumber: number): void {
  if (openConversation?.id === id) openConversation.keepUnread(readNumber);
}

export function isPageVisibleAndFocused(): boolean {
  return document.visibilityState === "visible" && document.hasFocus();
}

/** Returns the id of the conversation whose newest message the reader is seeing now. Null if there is none. */
export function visibleConversationId(): string | null {
  return isPageVisibleAndFocused() && openConversation?.isAtEnd() ? openConversation.id : null;
}
