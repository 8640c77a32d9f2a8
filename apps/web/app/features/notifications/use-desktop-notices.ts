import type { Notification as Told } from "@kakehashi/contract/notifications";
import { useTranslation } from "react-i18next";
import { useAccount } from "../auth/session.ts";

/**
 * Returns a function that shows a new notification. Its code and the sentences are loaded with the first notification.
 */
export function useDesktopNotices(showsOnDesktop: boolean): (notification: Told) => void {
  const { i18n: texts } = useTranslation();
  const readerId = useAccount()?.id;
  return (notification) => {
    // The reader need not act on a reaction, so only the count at the bell shows its notification.
    if (notification.type === "REACT") return;
    // Ignore an error of loading. The count at the bell still shows that there is a new notification.
    void import("./show-notice.ts")
      .then(({ showNotice }) => showNotice(notification, { texts, readerId, showsOnDesktop }))
      .catch(() => {});
  };
}
