/** A conversation, or one of its threads. */
export interface ChatPlace {
  readonly id: string;
  readonly parentId: string | null;
}

/**
 * Returns the key under which the browser stores the draft of a note to colleagues in this conversation, and the
 * draft's files. The draft of an ordinary message has another key.
 */
export const noteDraftKeyOf = (conversationId: string): string => `${conversationId}/${conversationId}`;

/** Returns the key under which the data of a chat is stored. */
export function chatKeyOf(conversationId: string, parentId: string | null = null): string {
  return parentId === null ? conversationId : `${conversationId}/${parentId}`;
}

export function parseChatKey(key: string): ChatPlace {
  const [id = "", parentId = null] = key.split("/");
  return { id, parentId };
}
