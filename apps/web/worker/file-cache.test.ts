import { expect, test } from "vitest";
import { createFileCache } from "./file-cache.ts";
import { createGenericAddress, findRoutePattern } from "./pages.ts";

/** A fake of the browser's cache storage, with the methods that the file cache uses. */
function createFakeCaches() {
  const entriesByCacheName = new Map<string, Map<string, Response>>();
  const createFakeCache = (entries: Map<string, Response>) => ({
    match: async (key: string) => entries.get(key)?.clone(),
    put: async (key: string, response: Response) => void entries.set(key, response),
  });
  const cacheStorage = {
    open: async (name: string) => {
      const entries = entriesByCacheName.get(name) ?? new Map<string, Response>();
      entriesByCacheName.set(name, entries);
      return createFakeCache(entries);
    },
    match: async (key: string) =>
      [...entriesByCacheName.values()]
        .find((entries) => entries.has(key))
        ?.get(key)
        ?.clone(),
    keys: async () => [...entriesByCacheName.keys()],
    delete: async (name: string) => entriesByCacheName.delete(name),
  };
  return { stores: entriesByCacheName, storage: cacheStorage as unknown as CacheStorage };
}

const createPageHtml = (isSignedIn: boolean, file: string) =>
  `<html data-signed-in="${isSignedIn}"><script src="${file}"></script><link href="/assets/font-12345678.woff2">`;

function createTestEnvironment() {
  const { stores, storage } = createFakeCaches();
  const requestedAddresses: string[] = [];
  const responseByAddress = new Map<string, () => Response>();
  const fetch = async (address: string) => {
    requestedAddresses.push(address);
    return responseByAddress.get(address)?.() ?? new Response(`content of ${address}`);
  };
  const createCacheOfBuild = (id: string, files: readonly string[]) =>
    createFileCache({ id, files, routePatterns: ["/home", "/chat/:id"] }, { caches: storage, fetch });
  return { stores, requestedAddresses, answers: responseByAddress, createCacheOfBuild };
}

test("a build is stored completely, and files of an older build are not fetched again", async () => {
  const { requestedAddresses, createCacheOfBuild } = createTestEnvironment();
  await createCacheOfBuild("one", ["/assets/a.js", "/assets/b.js"]).storeAllFiles();
  await createCacheOfBuild("two", ["/assets/b.js", "/assets/c.js"]).storeAllFiles();
  expect(requestedAddresses).toEqual(["/assets/a.js", "/assets/b.js", "/assets/c.js"]);
  expect(await (await createCacheOfBuild("two", []).file("/assets/b.js"))?.text()).toBe(
    "content of /assets/b.js",
  );
});

test("a build with a missing file is not stored", async () => {
  const { answers, createCacheOfBuild } = createTestEnvironment();
  answers.set("/assets/a.js", () => new Response("", { status: 404 }));
  await expect(createCacheOfBuild("one", ["/assets/a.js"]).storeAllFiles()).rejects.toThrow("404");
});

test("the previous build stays for open pages, and older ones are removed", async () => {
  const { stores, createCacheOfBuild } = createTestEnvironment();
  for (const id of ["one", "two", "three"])
    await createCacheOfBuild(id, [`/assets/${id}.js`]).storeAllFiles();
  stores.set("somebody-elses", new Map());
  await createCacheOfBuild("three", []).removeOldCaches();
  expect([...stores.keys()]).toEqual(["kakehashi-two", "kakehashi-three", "somebody-elses"]);
});

test("a stored shell is a signed-in page of this build", async () => {
  const { answers, createCacheOfBuild } = createTestEnvironment();
  const ownCache = createCacheOfBuild("one", ["/assets/a-12345678.js"]);
  const respondWith = (html: string, status = 200) => {
    for (const address of ["/home", "/chat/-"]) answers.set(address, () => new Response(html, { status }));
  };
  const ownBuildPage = createPageHtml(true, "/assets/a-12345678.js");
  for (const [html, status] of [
    [createPageHtml(false, "/assets/a-12345678.js"), 200],
    [createPageHtml(true, "/assets/newer-12345678.js"), 200],
    [ownBuildPage, 502],
  ] as const) {
    respondWith(html, status);
    await ownCache.storeShells("en light").catch(() => undefined);
    expect(await ownCache.shell("/home")).toBeUndefined();
  }
  respondWith(ownBuildPage);
  await ownCache.storeShells("en dark");
  expect(await (await ownCache.shell("/chat/01a1"))?.text()).toBe(ownBuildPage);
  expect(await ownCache.shell("/price")).toBeUndefined();
});

test("shells are fetched again when the language or theme changes", async () => {
  const { answers, requestedAddresses, createCacheOfBuild } = createTestEnvironment();
  for (const address of ["/home", "/chat/-"])
    answers.set(address, () => new Response(createPageHtml(true, "")));
  const ownCache = createCacheOfBuild("one", []);
  for (const languageAndColours of ["en light", "en light", "ja light"])
    await ownCache.storeShells(languageAndColours);
  expect(requestedAddresses).toEqual(["/home", "/chat/-", "/home", "/chat/-"]);
});

test("a build without shells uses those of the previous build", async () => {
  const { answers, createCacheOfBuild } = createTestEnvironment();
  answers.set("/home", () => new Response(createPageHtml(true, "/assets/a-12345678.js")));
  await createCacheOfBuild("one", ["/assets/a-12345678.js"]).storeShells("en light");
  expect(await createCacheOfBuild("two", []).shell("/home")).toBeDefined();
});

test.each([
  ["/chat", "/chat"],
  ["/chat/01a1/", "/chat/:id"],
  ["/chat/01a1/more", undefined],
  ["/admin", "/admin/:section?"],
  ["/admin/users", "/admin/:section?"],
  ["/admin/posts/7", "/admin/posts/:id"],
  ["/blog/select", "/blog/select"],
  ["/blog/bridges", undefined],
  ["/", undefined],
])("%s is the page %s", (address, expected) => {
  const pages = ["/chat", "/chat/:id", "/admin/:section?", "/admin/posts/:id", "/blog/select"];
  expect(findRoutePattern(address, pages)).toBe(expected);
});

test("a shell is requested without the page's parameters", () => {
  expect(["/chat/:id", "/admin/:section?", "/home"].map(createGenericAddress)).toEqual([
    "/chat/-",
    "/admin",
    "/home",
  ]);
});
