import { isWatched } from "../../conversations/open.ts";

/** Whether somebody has the message before their eyes. */
export function isOnScreen(messageId: string): boolean {
  const row = isWatched() && document.getElementById(`message-${messageId}`);
  if (!row) return false;
  const { top, bottom } = row.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
