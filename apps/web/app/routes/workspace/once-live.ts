import { showDesktopNotices } from "../../features/messages/desktop-notices.ts";
import { saveStoredDraftsOnConnect } from "../../features/translations/stored-drafts.ts";

/**
 * Starts the notices for new messages and the saving of stored drafts. This file is loaded after the live connection is
 * open, so that the first view does not wait for it. Runs until the returned function is called.
 */
export function startWhenLive(...noticeArgs: Parameters<typeof showDesktopNotices>): () => void {
  const [userId] = noticeArgs;
  const stopFunctions = [showDesktopNotices(...noticeArgs), saveStoredDraftsOnConnect(userId)];
  return () => {
    for (const stop of stopFunctions) stop();
  };
}
