/// <reference lib="webworker" />

import { createFileCache } from "./file-cache.ts";
import { openNotification, showPushNotification } from "./notices.ts";
import { findRoutePattern } from "./pages.ts";

declare const self: ServiceWorkerGlobalScope;

/** The HTTP statuses with which a proxy reports that the server is down. */
const serverDownStatuses = new Set([502, 503, 504]);
const workerBuild = __BUILD__;
const fileCache = createFileCache(workerBuild, { caches, fetch: (...request) => fetch(...request) });

self.addEventListener("install", (event) => {
  event.waitUntil(
    // Activate the new service worker at once. An open page of the previous build still works, because that build's
    // files stay in the cache.
    fileCache.storeAllFiles().then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(fileCache.removeOldCaches());
});

self.addEventListener("message", (event) => {
  const languageAndColours: unknown = event.data?.look;
  if (typeof languageAndColours === "string")
    event.waitUntil(fileCache.storeShells(languageAndColours).catch(() => undefined));
});

self.addEventListener("push", (event) => event.waitUntil(showPushNotification(event.data)));

self.addEventListener("notificationclick", (event) => event.waitUntil(openNotification(event.notification)));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode !== "navigate") {
    if (url.pathname.startsWith("/assets/")) event.respondWith(loadCachedFile(event, url.pathname));
  } else if (findRoutePattern(url.pathname, workerBuild.routePatterns))
    event.respondWith(loadPage(request, url.pathname));
});

/**
 * Loads the page from the server. While this device is offline or the server is down, returns the cached shell (an
 * empty page) of the workspace, if there is one.
 */
async function loadPage(request: Request, pathname: string): Promise<Response> {
  try {
    const response = await fetch(request);
    return serverDownStatuses.has(response.status)
      ? ((await fileCache.shell(pathname)) ?? response)
      : response;
  } catch (error) {
    const storedShell = await fileCache.shell(pathname);
    if (!storedShell) throw error;
    return storedShell;
  }
}

async function loadCachedFile(event: FetchEvent, address: string): Promise<Response> {
  const storedFile = await fileCache.file(address);
  if (storedFile) return storedFile;
  const response = await fetch(event.request);
  if (response.ok && address.endsWith(".woff2"))
    event.waitUntil(fileCache.cacheFile(address, response.clone()));
  return response;
}
