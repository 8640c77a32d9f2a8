/// <reference lib="webworker" />
import type { PushMessage } from "@kakehashi/contract/push";
import { findRoutePattern } from "./pages.ts";

declare const self: ServiceWorkerGlobalScope;

/** Parses a push message. Null if it is no JSON or does not lead to a conversation. */
function parsePush(data: PushMessageData | null): PushMessage | null {
  try {
    const message: PushMessage | undefined = data?.json();
    return message && /^\/chat\//.test(message.address) ? message : null;
  } catch {
    return null;
  }
}

const listPages = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

/** Shows a push message as a notification, unless the person is looking at a page of Kakehashi in this browser. */
export async function showPushNotification(data: PushMessageData | null): Promise<void> {
  const message = parsePush(data);
  if (!message) return;
  if ((await listPages()).some((page) => page.focused && page.visibilityState === "visible")) return;
  const { title, body, lang, tag, address } = message;
  // With `renotify`, the device alerts again when a notification replaces the earlier one of the same conversation. The
  // TypeScript types lack this option.
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

/** Opens the notification's conversation in an open page of the workspace, or else in a new window. */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close();
  const address: unknown = notification.data?.address;
  if (typeof address !== "string") return;
  // Only pages of the workspace can open the conversation on request. If only public pages are open, open a new window.
  const page = (await listPages()).find(({ url }) =>
    findRoutePattern(new URL(url).pathname, __BUILD__.routePatterns),
  );
  if (!page) await self.clients.openWindow(address);
  else {
    const focusedPage = await page.focus().catch(() => page);
    focusedPage.postMessage({ open: address });
  }
}
