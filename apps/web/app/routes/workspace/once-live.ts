import { showDesktopNotices } from "../../features/messages/desktop-notices.ts";
import { saveStoredDraftsOnConnect } from "../../features/translations/stored-drafts.ts";

/**
 * Starts desktop notifications for new messages. Also starts to save translators' drafts on the server that only this
 * browser has stored. This module loads after the live connection is open, so that the first view does not wait for it.
 * The returned function stops both.
 */
export function startWhenLive(...noticeArgs: Parameters<typeof showDesktopNotices>): () => void {
  const [userId] = noticeArgs;
  const stopFunctions = [showDesktopNotices(...noticeArgs), saveStoredDraftsOnConnect(userId)];
  return () => {
    for (const stop of stopFunctions) stop();
  };
}
