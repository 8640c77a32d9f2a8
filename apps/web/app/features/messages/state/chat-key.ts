/** A conversation, or one of its threads. */
export interface Chat {
  readonly id: string;
  readonly parentId: string | null;
}

/**
 * The key under which the draft and the files of a conversation's note are stored. The draft and the files of its next
 * message have another key.
 */
export const noteDraftKeyOf = (id: string): string => `${id}/${id}`;

/** The key under which data of a chat is stored. */
export function chatKeyOf(id: string, parentId: string | null = null): string {
  return parentId === null ? id : `${id}/${parentId}`;
}

export function parseChatKey(key: string): Chat {
  const [id = "", parentId = null] = key.split("/");
  return { id, parentId };
}
