import { getPushKey, listPushDevices, subscribePush, unsubscribePush } from "@kakehashi/contract/push";
import { call } from "../../kit/api.ts";
import { installServiceWorker } from "../../kit/offline.ts";
import { readOrStorePushFlag } from "../../kit/push-flag.ts";

/** Whether this device gets push messages. If it cannot get any, the reason why. */
export type DevicePushState = "on" | "off" | "blocked" | "homeScreen" | "unsupported";

/** Whether this device is an iPhone or iPad, where only apps on the home screen can get push messages. */
function isApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

async function readSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export async function readDevicePushState(): Promise<DevicePushState> {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
    return isApplePhone() ? "homeScreen" : "unsupported";
  if (Notification.permission === "denied") return "blocked";
  const subscription = Notification.permission === "granted" ? await readSubscription() : null;
  return subscription && readOrStorePushFlag() ? "on" : "off";
}

/**
 * Asks the person for permission, subscribes at the browser's push service, and registers the device at the server.
 * Rejects if the push service cannot be reached.
 */
export async function enablePush(): Promise<DevicePushState> {
  if ((await Notification.requestPermission()) !== "granted") return readDevicePushState();
  const registration = await installServiceWorker();
  const { data } = await call(getPushKey);
  // Remove an existing push subscription. It may have been made with the key of another Kakehashi server, and would not
  // work with this one.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: data.public_key,
  });
  await registerSubscription(subscription);
  return "on";
}

async function registerSubscription(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (!endpoint || !p256dh || !auth) throw new Error("The browser made no subscription");
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  await call(subscribePush, { body: { endpoint, keys: { p256dh, auth }, time_zone } });
  readOrStorePushFlag(true);
}

export async function disablePush(): Promise<DevicePushState> {
  const { data } = await call(listPushDevices);
  for (const { id, current } of data) if (current) await call(unsubscribePush, { params: { id } });
  readOrStorePushFlag(false);
  await (await readSubscription())?.unsubscribe();
  return "off";
}

/**
 * Registers this device's push subscription at the server again. Call this function at each visit, because the browser
 * may have renewed the subscription, and the server has none yet for a new session.
 */
export async function registerExistingSubscription(): Promise<void> {
  if ((await readDevicePushState()) !== "on") return;
  const subscription = await readSubscription();
  if (subscription) await registerSubscription(subscription);
}
