import type { Notification as Told } from "@kakehashi/contract/notifications";
import type { i18n } from "i18next";
import { loadTexts } from "../../i18n/browser.ts";
import { toast } from "../../kit/toast.ts";
import { notificationText } from "./sentence.ts";

/** Shows a notification as a toast, or on the desktop if nobody looks at the page and the reader wants that. */
export async function showNotice(
  notification: Told,
  { texts, readerId, onDesktop }: { texts: i18n; readerId: string | undefined; onDesktop: boolean },
): Promise<void> {
  await loadTexts("notices");
  const { language } = texts;
  const text = notificationText(notification, {
    t: texts.getFixedT(language, "notices"),
    language,
    readerId,
  });
  const isAway = document.visibilityState === "hidden";
  // For a mention or a reply, the browser has already shown a notice of the message itself.
  if (isAway && (notification.type === "MENTION" || notification.type === "REPLY")) return;
  if (isAway && onDesktop && "Notification" in window && Notification.permission === "granted") {
    // The browser shows one notice for several tabs, because the tag is the same.
    new Notification("Kakehashi", { body: text, tag: notification.id, icon: "/favicon-32.png" });
  } else toast(text);
}
