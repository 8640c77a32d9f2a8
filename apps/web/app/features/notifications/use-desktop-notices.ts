import type { Notification as Told } from "@kakehashi/contract/notifications";
import { toast } from "../../kit/toast.ts";
import { useNotificationText } from "./sentence.ts";

/** Shows a new notification as a toast, or on the desktop if nobody looks at the page and the reader wants that. */
export function useDesktopNotices(onDesktop: boolean): (notification: Told) => void {
  const sentence = useNotificationText();
  return (notification) => {
    // This notification needs no action, so only the count at the bell shows it.
    if (notification.type === "REACT") return;
    const text = sentence(notification);
    const isAway = document.visibilityState === "hidden";
    // The message itself was already shown as a notice.
    if (isAway && (notification.type === "MENTION" || notification.type === "REPLY")) return;
    if (isAway && onDesktop && "Notification" in window && Notification.permission === "granted") {
      // The browser shows one notice for several tabs, because the tag is the same.
      new Notification("Kakehashi", { body: text, tag: notification.id, icon: "/favicon-32.png" });
    } else toast(text);
  };
}
