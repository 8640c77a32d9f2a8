/**
 * The ids of the conversations that the reader has left since the page was loaded. When the back button leads to one of
 * them, no error is shown.
 */
export const leftConversationIds = new Set<string>();
