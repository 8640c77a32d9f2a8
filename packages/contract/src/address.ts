/** Where a message is read, as a path of the workspace: in its thread where it is a reply. */
export function addressOf(conversationId: string, messageId: string, parentId: string | null): string {
  const thread = parentId === null ? "" : `thread=${parentId}&`;
  return `/chat/${conversationId}?${thread}message=${messageId}`;
}
