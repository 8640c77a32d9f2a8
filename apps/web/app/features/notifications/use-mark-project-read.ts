import { markAllNotificationsRead } from "@kakehashi/contract/notifications";
import { useEffect } from "react";
import { call } from "../../kit/api.ts";
import { applyUnreadCount, useUnreadNotificationCount } from "./queries.ts";

/**
 * Marks a project's notifications as read while its page is open, including those that arrive later. If a request
 * fails, they stay unread.
 */
export function useMarkProjectNotificationsRead(projectId: string): void {
  const unreadCount = useUnreadNotificationCount();
  useEffect(() => {
    if (unreadCount === 0) return;
    const markReadIfVisible = () => {
      if (document.visibilityState === "hidden") return;
      void call(markAllNotificationsRead, { query: { project_id: projectId } })
        .then(({ data }) => (data.count_unread === unreadCount ? undefined : applyUnreadCount(data)))
        .catch(() => undefined);
    };
    markReadIfVisible();
    // Notifications that arrive while the page is hidden are marked as read when the person sees the page again.
    document.addEventListener("visibilitychange", markReadIfVisible);
    return () => document.removeEventListener("visibilitychange", markReadIfVisible);
  }, [projectId, unreadCount]);
}
