import { showDesktopNotices } from "../../features/messages/desktop-notices.ts";
import { followStoredDrafts } from "../../features/translations/stored-drafts.ts";

/** Starts what the first view does not need before it is connected. Ends with the returned function. */
export function startWhenLive(...noticeArgs: Parameters<typeof showDesktopNotices>): () => void {
  const [userId] = noticeArgs;
  const stops = [showDesktopNotices(...noticeArgs), followStoredDrafts(userId)];
  return () => {
    for (const stop of stops) stop();
  };
}
