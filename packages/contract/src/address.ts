/** Returns the URL path that shows a message. A reply is shown in its thread. */
export function createMessagePath(
  conversationId: string,
  messageId: string,
  parentId: string | null,
): string {
  const threadParameter = parentId === null ? "" : `thread=${parentId}&`;
  return `/chat/${conversationId}?${threadParameter}message=${messageId}`;
}
