import { showDesktopNotices } from "../../features/messages/desktop-notices.ts";
import { saveStoredDraftsOnConnect } from "../../features/translations/stored-drafts.ts";

/**
 * Starts desktop notifications for new messages and the saving of stored drafts. This module loads after the live
 * connection is open, so that the first view does not wait for it. The returned function stops both.
 */
export function startWhenLive(...noticeArgs: Parameters<typeof showDesktopNotices>): () => void {
  const [userId] = noticeArgs;
  const stopFunctions = [showDesktopNotices(...noticeArgs), saveStoredDraftsOnConnect(userId)];
  return () => {
    for (const stop of stopFunctions) stop();
  };
}
