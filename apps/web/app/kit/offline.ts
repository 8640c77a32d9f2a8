import { useEffect } from "react";
import { offlineDatabase } from "./database.ts";
import { runWhenReaderIdle } from "./idle.ts";
import { clearOfflineStorage } from "./offline-storage.ts";
import { readOrStorePushFlag } from "./push-flag.ts";
import { deviceStorage } from "./storage.ts";

const workerUrl = "/service-worker.js";

/**
 * The service worker is installed this many milliseconds after the first render, so that the page's own requests go
 * first.
 */
const installDelayMs = 3_000;

/**
 * Installs the service worker. It stores this build's files and an empty page, in the reader's language and colours,
 * for offline use.
 */
export function useOfflineMode(language: string, theme: string | undefined): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    return runWhenReaderIdle(
      installDelayMs,
      () => void installWorkerWithAppearance(`${language} ${theme}`).catch(() => undefined),
    );
  }, [language, theme]);
}

async function installWorkerWithAppearance(appearance: string): Promise<void> {
  const { active } = await installServiceWorker();
  active?.postMessage({ look: appearance });
}

/** Installs the service worker. Resolves with its registration once it is active. */
export async function installServiceWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(workerUrl, { updateViaCache: "none" });
  return navigator.serviceWorker.ready;
}

/**
 * When the person clicks a push notification, calls `openUrl` with the address that it opens. The returned function
 * stops this.
 */
export function onPushNotificationClick(openUrl: (address: string) => void): () => void {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  const openClickedUrl = ({ data }: MessageEvent) => {
    if (typeof data?.open === "string") openUrl(data.open);
  };
  workers?.addEventListener("message", openClickedUrl);
  workers?.startMessages();
  return () => workers?.removeEventListener("message", openClickedUrl);
}

/** The prefixes of the keys under which this browser stores what a person has typed, and what they are working on. */
export const privateKeyPrefixes = [
  "draft ",
  "unsent ",
  "form-draft ",
  "project-draft ",
  "translation-draft ",
  "translation-claim ",
  "bot-text-draft ",
  "bot-text-claim ",
] as const;

/** Deletes everything that this browser stores about the person. Call it after the person has signed out on purpose. */
export async function clearDeviceData(): Promise<void> {
  const deletions = [
    clearOfflineStorage(),
    offlineDatabase.clear("outbox"),
    offlineDatabase.clear("uploads"),
    readOrStorePushFlag(false),
    ...privateKeyPrefixes.flatMap(deviceStorage.findNames).map((name) => deviceStorage.write(name, null)),
    (async () => {
      const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
      await Promise.all(registrations.map((registration) => registration.unregister()));
      await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
    })(),
  ];
  await Promise.allSettled(deletions);
}
