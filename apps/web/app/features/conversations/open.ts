interface OpenConversation {
  readonly id: string;
  readonly isAtEnd: () => boolean;
  /** Keeps messages after the one with this `number` unread, although the reader sees them. */
  readonly keepUnread: (readNumber: number) => void;
}

/** The open conversation. New messages count as read only while its newest message is visible. */
let openConversation: OpenConversation | null = null;

export function setOpenConversation(newlyOpenedConversation: OpenConversation): () => void {
  openConversation = newlyOpenedConversation;
  return () => {
    if (openConversation?.id === newlyOpenedConversation.id) openConversation = null;
  };
}

/**
 * Keeps messages unread. Called when they are marked as unread from outside the conversation, such as from
 * the list.
 */
export function keepUnread(id: string, readNumber: number): void {
  if (openConversation?.id === id) openConversation.keepUnread(readNumber);
}

/** Whether the page is visible and has the focus. */
export function isPageVisibleAndFocused(): boolean {
  return document.visibilityState === "visible" && document.hasFocus();
}

/** The id of the conversation whose newest messages the reader is looking at. Null for none. */
export function watchedConversationId(): string | null {
  return isPageVisibleAndFocused() && openConversation?.isAtEnd() ? openConversation.id : null;
}
