/** The workspace path that shows a message. A reply is shown in its thread. */
export function addressOf(conversationId: string, messageId: string, parentId: string | null): string {
  const thread = parentId === null ? "" : `thread=${parentId}&`;
  return `/chat/${conversationId}?${thread}message=${messageId}`;
}

const pages = /^\/(?:chat|codes|projects|teams)\//;

/**
 * The path, query and hash of a link to a page of the workspace at `origin`, such as `https://example.com`. Null: the
 * link leads elsewhere.
 */
export function workspacePath(href: string, origin: string): string | null {
  const path = href.startsWith(`${origin}/`) ? href.slice(origin.length) : "";
  return pages.test(path) ? path : null;
}
