import type { Notification as Told } from "@kakehashi/contract/notifications";
import { useTranslation } from "react-i18next";
import { useAccount } from "../auth/session.ts";

/** Shows a new notification. The code and the sentences load with the first one. */
export function useDesktopNotices(onDesktop: boolean): (notification: Told) => void {
  const { i18n: texts } = useTranslation();
  const readerId = useAccount()?.id;
  return (notification) => {
    // A notification of a reaction needs no action from the reader, so only the count at the bell shows it.
    if (notification.type === "REACT") return;
    // If the code cannot be loaded, the count at the bell still shows that there is something new.
    void import("./show-notice.ts")
      .then(({ showNotice }) => showNotice(notification, { texts, readerId, onDesktop }))
      .catch(() => {});
  };
}
