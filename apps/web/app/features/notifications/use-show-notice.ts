import type { Notification as Told } from "@kakehashi/contract/notifications";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useAccount } from "../auth/session.ts";

/**
 * Returns a function that shows a new notification. With the first notification, the function loads the code and the
 * sentences that it needs.
 */
export function useNewNotificationPresenter(showsOnDesktop: boolean): (notification: Told) => void {
  const { i18n: texts } = useTranslation();
  const readerId = useAccount()?.id;
  return (notification) => {
    // A reaction needs no action by the reader. So it only increases the number at the bell.
    if (notification.type === "REACT") return;
    // Ignore a loading error, because the number at the bell already shows the new notification.
    void import("./show-notice.ts")
      .then(({ showNewNotification }) =>
        showNewNotification(notification, { texts, readerId, showsOnDesktop }),
      )
      .catch(() => {});
  };
}
