import { useEffect } from "react";
import { database } from "./database.ts";
import { forgetKept } from "./kept.ts";

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
    const timer = setTimeout(() => void install(`${language} ${theme}`).catch(() => undefined), patience);
    return () => clearTimeout(timer);
  }, [language, theme]);
}

async function install(look: string): Promise<void> {
  await navigator.serviceWorker.register(script, { updateViaCache: "none" });
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ look });
}

/** After signing out on purpose: this browser keeps nothing of the person, read or written. */
export async function forgetDevice(): Promise<void> {
  const forgetting = [
    forgetKept(),
    database.clear("outbox"),
    (async () => {
      for (const key of Object.keys(localStorage)) if (key.startsWith("draft ")) localStorage.removeItem(key);
    })(),
    (async () => {
      const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
      await Promise.all(registrations.map((registration) => registration.unregister()));
      await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
    })(),
  ];
  await Promise.allSettled(forgetting);
}
