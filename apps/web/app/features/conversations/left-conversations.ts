/**
 * The conversations that the reader left on this page. If the back button leads to one of them, no error is
 * shown.
 */
export const leftConversationIds = new Set<string>();
