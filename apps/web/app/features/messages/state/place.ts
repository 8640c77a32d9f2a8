/** A conversation, or one thread of it. */
export interface Place {
  readonly id: string;
  readonly parentId: string | null;
}

/** What is kept about a place is kept under this name. */
export function keyOf(id: string, parentId: string | null = null): string {
  return parentId === null ? id : `${id}/${parentId}`;
}

export function placeOf(key: string): Place {
  const [id = "", parentId = null] = key.split("/");
  return { id, parentId };
}
