/// <reference lib="webworker" />
import type { PushMessage } from "@kakehashi/contract/push";
import { pageOf } from "./pages.ts";

declare const self: ServiceWorkerGlobalScope;

/** Parses a push message. Null if it is not ours. */
function parsePush(data: PushMessageData | null): PushMessage | null {
  try {
    const message: PushMessage | undefined = data?.json();
    return message && /^\/chat\//.test(message.address) ? message : null;
  } catch {
    return null;
  }
}

const pages = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

/** Shows a push message as a notification, unless somebody looks at the workspace in this browser. */
export async function showNotice(data: PushMessageData | null): Promise<void> {
  const message = parsePush(data);
  if (!message) return;
  if ((await pages()).some((page) => page.focused && page.visibilityState === "visible")) return;
  const { title, body, lang, tag, address } = message;
  // A room's notifications replace each other and alert again. The TypeScript types lack this option.
  const options: NotificationOptions & { renotify: boolean } = {
    body,
    lang,
    tag,
    renotify: true,
    icon: "/icon-512.png",
    data: { address },
  };
  await self.registration.showNotification(title, options);
}

/** Opens the conversation: in an open page, else in a new one. */
export async function openNotice(notification: Notification): Promise<void> {
  notification.close();
  const address: unknown = notification.data?.address;
  if (typeof address !== "string") return;
  // A page of the public site does not listen for the message, so open the address instead.
  const page = (await pages()).find(({ url }) => pageOf(new URL(url).pathname, __BUILD__.pages));
  if (!page) await self.clients.openWindow(address);
  else {
    const focusedPage = await page.focus().catch(() => page);
    focusedPage.postMessage({ open: address });
  }
}
