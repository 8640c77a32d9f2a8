import { pageOf, sampleOf } from "./pages.ts";

/** What begins the names of our caches; the rest is the build's id. */
const prefix = "kakehashi-";
/** Where the shells lie in a cache: no addresses of the site. */
const shellKey = (page: string) => `/shell${page}`;
/** Says how the pages looked whose shells were kept last. */
const lookKey = "/shell-look";
/** Files fetched at once while a build is taken in: the page that lies open has work of its own. */
const atOnce = 4;

export interface Build {
  readonly id: string;
  readonly files: readonly string[];
  readonly pages: readonly string[];
}

export interface ShelfParts {
  caches: CacheStorage;
  fetch: (address: string, options?: RequestInit) => Promise<Response>;
}

/**
 * The files of a build in the browser's cache, one cache a build, and the page they make: the workspace's shell as the
 * server last sent it to somebody signed in, one for each kind of page. Whose it is, it does not say.
 */
export function createShelf(build: Build, { caches, fetch }: ShelfParts) {
  const name = prefix + build.id;
  const own = new Set(build.files);

  async function take(cache: Cache, address: string): Promise<void> {
    if (await cache.match(address)) return;
    // Its name holds its content: another build's copy is the same file.
    const known = await caches.match(address, { ignoreVary: true });
    const response = known ?? (await fetch(address));
    if (!response.ok) throw new Error(`${address} answers ${response.status}`);
    await cache.put(address, response);
  }

  /** Whether everything that a page runs and wears is here: a newer build's page has nothing to do with this one. */
  const fits = (html: string) =>
    [...html.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)].every(([address]) => own.has(address));

  return {
    /** Takes in every file of this build, or fails and leaves what it has for the next attempt. */
    async fill(): Promise<void> {
      const cache = await caches.open(name);
      await inTurn(build.files, (address) => take(cache, address));
    },

    /** Fetches the workspace's pages anew, as they are in the reader's language and colours, unless they look so. */
    async keepShells(look: string): Promise<void> {
      const cache = await caches.open(name);
      if ((await (await cache.match(lookKey))?.text()) === look) return;
      let all = true;
      await inTurn(build.pages, async (page) => {
        const response = await fetch(sampleOf(page), { cache: "no-store", headers: { accept: "text/html" } });
        // Not everybody may open every page.
        if (!response.ok || response.redirected) return;
        const html = await response.clone().text();
        if (html.includes('data-signed-in="true"') && fits(html)) await cache.put(shellKey(page), response);
        else all = false;
      });
      if (all) await cache.put(lookKey, new Response(look));
    },

    /** The page that stands for `address`; undefined where that is no page of the workspace, or not kept. */
    async shell(pathname: string): Promise<Response | undefined> {
      const page = pageOf(pathname, build.pages);
      if (page === undefined) return undefined;
      const cache = await caches.open(name);
      const key = shellKey(page);
      return (await cache.match(key, { ignoreVary: true })) ?? caches.match(key, { ignoreVary: true });
    },

    file: (address: string) => caches.match(address, { ignoreVary: true }),

    /** Keeps a file that this build needs only now and then: a font that a text asked for. */
    async keepFile(address: string, response: Response): Promise<void> {
      await (await caches.open(name)).put(address, response);
    },

    /** Removes older builds, save the one before: a page of it may lie open and load its parts only now. */
    async removeOld(): Promise<void> {
      const ours = (await caches.keys()).filter((key) => key.startsWith(prefix));
      const before = ours.filter((key) => key !== name).at(-1);
      await Promise.all(
        ours.filter((key) => key !== name && key !== before).map((key) => caches.delete(key)),
      );
    },
  };
}

/** Does it for all, a few at once. */
async function inTurn<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all];
  const worker = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
