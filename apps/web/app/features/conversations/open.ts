interface Shown {
  readonly id: string;
  readonly atEnd: () => boolean;
  /** Leaves what comes after this `number` unread, though it is in sight. */
  readonly keepUnread: (readNumber: number) => void;
}

/** The conversation on the screen, and whether its newest message is in sight: what arrives is read only then. */
let shown: Shown | null = null;

export function showConversation(now: Shown): () => void {
  shown = now;
  return () => {
    if (shown?.id === now.id) shown = null;
  };
}

/** For messages that were marked as unread from outside of their conversation. */
export function keepUnread(id: string, readNumber: number): void {
  if (shown?.id === id) shown.keepUnread(readNumber);
}

/** Whether somebody looks at the page. */
export function isWatched(): boolean {
  return document.visibilityState === "visible" && document.hasFocus();
}

/** The conversation whose newest messages somebody looks at right now; null for none. */
export function watchedConversation(): string | null {
  return isWatched() && shown?.atEnd() ? shown.id : null;
}
