import { markAllNotificationsRead } from "@kakehashi/contract/notifications";
import { useEffect } from "react";
import { call } from "../../kit/api.ts";
import { applyUnreadCount, useUnreadNotifications } from "./queries.ts";

/**
 * Marks what is about a project as read while its page is open: at first, and as more of it arrives. If that fails, it
 * stays unread.
 */
export function useReadOfProject(projectId: string): void {
  const unread = useUnreadNotifications();
  useEffect(() => {
    if (unread === 0) return;
    const mark = () => {
      if (document.visibilityState === "hidden") return;
      void call(markAllNotificationsRead, { query: { project_id: projectId } })
        .then(({ data }) => (data.count_unread === unread ? undefined : applyUnreadCount(data)))
        .catch(() => undefined);
    };
    mark();
    // What came while nobody looked is read when they come back.
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [projectId, unread]);
}
