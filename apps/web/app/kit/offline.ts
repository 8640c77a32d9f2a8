import { useEffect } from "react";
import { whenCalm } from "./calm.ts";
import { database } from "./database.ts";
import { forgetKept } from "./kept.ts";
import { tellsByPush } from "./push-flag.ts";
import { deviceStorage } from "./storage.ts";

const script = "/service-worker.js";

/** Milliseconds after the page is drawn: what it loads for itself goes first. */
const patience = 3_000;

/**
 * Lets the workspace open without a connection: the service worker keeps this build's files and the page, in the
 * reader's language and colours.
 */
export function useOffline(language: string, theme: string | undefined): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    return whenCalm(patience, () => void install(`${language} ${theme}`).catch(() => undefined));
  }, [language, theme]);
}

async function install(look: string): Promise<void> {
  const { active } = await installWorker();
  active?.postMessage({ look });
}

/** The service worker, once it is there. */
export async function installWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(script, { updateViaCache: "none" });
  return navigator.serviceWorker.ready;
}

/** Tells of an address that a notice was pressed for, until the returned function is called. */
export function onNoticePressed(open: (address: string) => void): () => void {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  const hear = ({ data }: MessageEvent) => {
    if (typeof data?.open === "string") open(data.open);
  };
  workers?.addEventListener("message", hear);
  workers?.startMessages();
  return () => workers?.removeEventListener("message", hear);
}

/** After signing out on purpose: this browser keeps nothing of the person, read or written. */
export async function forgetDevice(): Promise<void> {
  const forgetting = [
    forgetKept(),
    database.clear("outbox"),
    tellsByPush(false),
    ...["draft ", "unsent "].flatMap(deviceStorage.names).map((name) => deviceStorage.write(name, null)),
    (async () => {
      const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
      await Promise.all(registrations.map((registration) => registration.unregister()));
      await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
    })(),
  ];
  await Promise.allSettled(forgetting);
}
