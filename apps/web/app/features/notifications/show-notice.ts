import type { Notification as Told } from "@kakehashi/contract/notifications";
import type { i18n } from "i18next";
import { loadTexts } from "../../i18n/browser.ts";
import { toast } from "../../kit/toast.ts";
import { notificationTextOf } from "./sentence.ts";

/** Shows a notification as a toast, or on the desktop if nobody looks at the page and the reader wants that. */
export async function showNewNotification(
  notification: Told,
  {
    texts,
    readerId,
    showsOnDesktop: shouldShowOnDesktop,
  }: { texts: i18n; readerId: string | undefined; showsOnDesktop: boolean },
): Promise<void> {
  await loadTexts("notices");
  const { language } = texts;
  const text = notificationTextOf(notification, {
    t: texts.getFixedT(language, "notices"),
    language,
    readerId,
  });
  const isPageHidden = document.visibilityState === "hidden";
  // Show nothing for a mention or a reply, because the browser already shows a notification for the message itself.
  if (isPageHidden && (notification.type === "MENTION" || notification.type === "REPLY")) return;
  if (
    isPageHidden &&
    shouldShowOnDesktop &&
    "Notification" in window &&
    Notification.permission === "granted"
  ) {
    // Each open tab of the app creates this notification. All of them have the same `tag`, so the browser shows only
    // one.
    new Notification("Kakehashi", { body: text, tag: notification.id, icon: "/favicon-32.png" });
  } else toast(text);
}
