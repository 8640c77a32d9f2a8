import { showDesktopNotices } from "../../features/messages/desktop-notices.ts";
import { saveStoredDraftsOnConnect } from "../../features/translations/stored-drafts.ts";

/**
 * Starts code that the first view needs only after the live connection is there: notices for messages, and stored
 * drafts. Runs until the returned function is called.
 */
export function startWhenLive(...noticeArgs: Parameters<typeof showDesktopNotices>): () => void {
  const [userId] = noticeArgs;
  const stops = [showDesktopNotices(...noticeArgs), saveStoredDraftsOnConnect(userId)];
  return () => {
    for (const stop of stops) stop();
  };
}
