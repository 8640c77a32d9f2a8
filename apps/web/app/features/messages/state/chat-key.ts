/** A conversation, or one of its threads. */
export interface ChatPlace {
  readonly id: string;
  readonly parentId: string | null;
}

/**
 * The storage key for the draft of a note to colleagues in this conversation, with the draft's files. The draft of an
 * ordinary message has another key.
 */
export const noteDraftKeyOf = (id: string): string => `${id}/${id}`;

/** Returns the key under which the data of a chat is stored. */
export function chatKeyOf(id: string, parentId: string | null = null): string {
  return parentId === null ? id : `${id}/${parentId}`;
}

export function parseChatKey(key: string): ChatPlace {
  const [id = "", parentId = null] = key.split("/");
  return { id, parentId };
}
