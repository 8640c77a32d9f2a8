/** The conversation on the screen; what arrives in it is read only while somebody looks. */
let shown: string | null = null;

export function showConversation(id: string): () => void {
  shown = id;
  return () => {
    if (shown === id) shown = null;
  };
}

/** Whether somebody looks at the page. */
export function isWatched(): boolean {
  return document.visibilityState === "visible" && document.hasFocus();
}

/** The conversation that somebody looks at right now; null for none. */
export function watchedConversation(): string | null {
  return isWatched() ? shown : null;
}
