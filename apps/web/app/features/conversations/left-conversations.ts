/**
 * The ids of the conversations that the reader has left since the page was loaded. If the back button leads to one of
 * these conversations, no error is shown.
 */
export const leftConversationIds = new Set<string>();
