import { showDesktopNotices } from "../../features/messages/desktop-notices.ts";
import { saveStoredDraftsOnConnect } from "../../features/translations/stored-drafts.ts";

/**
 * Starts desktop notifications for new messages. Also starts to save translators' drafts on the server that only this
 * browser has stored. This module loads after the live connection is open, so that the first view does not wait for it.
 * The returned function stops both.
 */
export function startNoticesAndDraftSaving(
  ...noticeArguments: Parameters<typeof showDesktopNotices>
): () => void {
  const [userId] = noticeArguments;
  const stopFunctions = [showDesktopNotices(...noticeArguments), saveStoredDraftsOnConnect(userId)];
  return () => {
    for (const stopFunction of stopFunctions) stopFunction();
  };
}
