import { createGenericAddress, findRoutePattern } from "./pages.ts";

/** The prefix of the names of this app's caches. The build's id follows. */
const cachePrefix = "kakehashi-";
/** Returns the cache key of a shell (an empty page). No page of the site has this address. */
const createShellKey = (page: string) => `/shell${page}`;
/** The cache key of the language and colours of the cached shells (empty pages). */
const languageAndColoursKey = "/shell-look";
/**
 * The maximum number of files that are fetched at the same time. The limit leaves some of the connection to the open
 * page.
 */
const maxParallelFetches = 4;

export interface WorkerBuild {
  readonly id: string;
  readonly files: readonly string[];
  readonly routePatterns: readonly string[];
}

export interface FileCacheEnvironment {
  caches: CacheStorage;
  fetch: (address: string, options?: RequestInit) => Promise<Response>;
}

/**
 * The files of a build in the browser's cache storage. Each build has its own cache. It also contains the workspace's
 * shells: one empty page of each kind, without personal data.
 */
export function createFileCache(workerBuild: WorkerBuild, { caches, fetch }: FileCacheEnvironment) {
  const cacheName = cachePrefix + workerBuild.id;
  const ownFiles = new Set(workerBuild.files);

  async function storeFile(cache: Cache, address: string): Promise<void> {
    if (await cache.match(address)) return;
    // File names contain a hash of the content. So a file with the same name in another build's cache is the same file.
    const storedCopy = await caches.match(address, { ignoreVary: true });
    const response = storedCopy ?? (await fetch(address));
    if (!response.ok) throw new Error(`${address} answers ${response.status}`);
    await cache.put(address, response);
  }

  /**
   * Whether all scripts and styles of a page belong to this build. A page of a newer build refers to files that this
   * build lacks.
   */
  const hasAllFiles = (html: string) =>
    [...html.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)].every(([address]) => ownFiles.has(address));

  return {
    /** Caches all files of this build. After a failure, the next attempt continues with the missing files. */
    async storeAllFiles(): Promise<void> {
      const cache = await caches.open(cacheName);
      await forEachParallel(workerBuild.files, (address) => storeFile(cache, address));
    },

    /** Fetches the shells (empty pages) again after a change of the reader's language or colours. */
    async storeShells(languageAndColours: string): Promise<void> {
      const cache = await caches.open(cacheName);
      if ((await (await cache.match(languageAndColoursKey))?.text()) === languageAndColours) return;
      let isComplete = true;
      await forEachParallel(workerBuild.routePatterns, async (page) => {
        const response = await fetch(createGenericAddress(page), {
          cache: "no-store",
          headers: { accept: "text/html" },
        });
        // Some pages are only for other roles, so the server sends no shell (an empty page) for them. The cache is
        // complete without these shells.
        if (!response.ok || response.redirected) return;
        const html = await response.clone().text();
        if (html.includes('data-signed-in="true"') && hasAllFiles(html))
          await cache.put(createShellKey(page), response);
        else isComplete = false;
      });
      if (isComplete) await cache.put(languageAndColoursKey, new Response(languageAndColours));
    },

    /**
     * Returns the cached shell (an empty page) for an address. Undefined for an address outside the workspace, and if
     * the shell is not cached.
     */
    async shell(pathname: string): Promise<Response | undefined> {
      const page = findRoutePattern(pathname, workerBuild.routePatterns);
      if (page === undefined) return undefined;
      const cache = await caches.open(cacheName);
      const key = createShellKey(page);
      return (await cache.match(key, { ignoreVary: true })) ?? caches.match(key, { ignoreVary: true });
    },

    file: (address: string) => caches.match(address, { ignoreVary: true }),

    /** Caches a rarely needed file, such as a font for some characters. */
    async cacheFile(address: string, response: Response): Promise<void> {
      await (await caches.open(cacheName)).put(address, response);
    },

    /**
     * Deletes the cached files of old builds. Keeps the previous build, because its pages may still be open and need
     * more files.
     */
    async removeOldCaches(): Promise<void> {
      const ownCaches = (await caches.keys()).filter((key) => key.startsWith(cachePrefix));
      const previousCacheName = ownCaches.filter((key) => key !== cacheName).at(-1);
      await Promise.all(
        ownCaches
          .filter((key) => key !== cacheName && key !== previousCacheName)
          .map((key) => caches.delete(key)),
      );
    },
  };
}

/** Runs `callback` for all items, a few at the same time. */
async function forEachParallel<T>(items: readonly T[], callback: (item: T) => Promise<void>): Promise<void> {
  const remainingItems = [...items];
  const processRemainingItems = async () => {
    for (let item = remainingItems.shift(); item !== undefined; item = remainingItems.shift())
      await callback(item);
  };
  await Promise.all(Array.from({ length: maxParallelFetches }, processRemainingItems));
}
