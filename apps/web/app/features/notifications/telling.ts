import type { Notification as Told } from "@kakehashi/contract/notifications";
import { toast } from "../../kit/toast.ts";
import { useSentence } from "./sentence.ts";

/** Says a new notification: in the page, or on the desktop while the page is not looked at and the reader wants it. */
export function useNotificationNotices(onDesktop: boolean): (notification: Told) => void {
  const sentence = useSentence();
  return (notification) => {
    // It asks for nothing: the bell counts it, and that is all.
    if (notification.type === "REACT") return;
    const text = sentence(notification);
    const isAway = document.visibilityState === "hidden";
    // The message itself was told there already.
    if (isAway && (notification.type === "MENTION" || notification.type === "REPLY")) return;
    if (isAway && onDesktop && "Notification" in window && Notification.permission === "granted") {
      // The tag keeps several tabs from saying the same thing.
      new Notification("Kakehashi", { body: text, tag: notification.id, icon: "/favicon-32.png" });
    } else toast(text);
  };
}
