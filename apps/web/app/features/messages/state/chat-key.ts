/** A conversation, or one thread of it. */
export interface Chat {
  readonly id: string;
  readonly parentId: string | null;
}

/** What is kept about a place is kept under this name. */
export function chatKeyOf(id: string, parentId: string | null = null): string {
  return parentId === null ? id : `${id}/${parentId}`;
}

export function chatOf(key: string): Chat {
  const [id = "", parentId = null] = key.split("/");
  return { id, parentId };
}
