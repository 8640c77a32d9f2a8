import { isPageVisibleAndFocused } from "../../conversations/open.ts";

/** Whether the message is visible now, on a page that has the focus. */
export function isOnScreen(messageId: string): boolean {
  const row = isPageVisibleAndFocused() && document.getElementById(`message-${messageId}`);
  if (!row) return false;
  const { top, bottom } = row.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
