import { expect, test } from "vitest";
import { pageOf, sampleOf } from "./pages.ts";
import { createShelf } from "./shelf.ts";

/** A fake of the part of the browser's cache storage that is used. */
function fakeCaches() {
  const stores = new Map<string, Map<string, Response>>();
  const cacheOf = (entries: Map<string, Response>) => ({
    match: async (key: string) => entries.get(key)?.clone(),
    put: async (key: string, response: Response) => void entries.set(key, response),
  });
  const storage = {
    open: async (name: string) => {
      const entries = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, entries);
      return cacheOf(entries);
    },
    match: async (key: string) =>
      [...stores.values()]
        .find((entries) => entries.has(key))
        ?.get(key)
        ?.clone(),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  };
  return { stores, storage: storage as unknown as CacheStorage };
}

const page = (signedIn: boolean, file: string) =>
  `<html data-signed-in="${signedIn}"><script src="${file}"></script><link href="/assets/font-12345678.woff2">`;

function createWorld() {
  const { stores, storage } = fakeCaches();
  const requestedAddresses: string[] = [];
  const answers = new Map<string, () => Response>();
  const fetch = async (address: string) => {
    requestedAddresses.push(address);
    return answers.get(address)?.() ?? new Response(`content of ${address}`);
  };
  const cacheOfBuild = (id: string, files: readonly string[]) =>
    createShelf({ id, files, pages: ["/home", "/chat/:id"] }, { caches: storage, fetch });
  return { stores, asked: requestedAddresses, answers, shelf: cacheOfBuild };
}

test("a build is taken in whole, and what an older one had already is not fetched again", async () => {
  const { asked, shelf } = createWorld();
  await shelf("one", ["/assets/a.js", "/assets/b.js"]).storeAllFiles();
  await shelf("two", ["/assets/b.js", "/assets/c.js"]).storeAllFiles();
  expect(asked).toEqual(["/assets/a.js", "/assets/b.js", "/assets/c.js"]);
  expect(await (await shelf("two", []).file("/assets/b.js"))?.text()).toBe("content of /assets/b.js");
});

test("a build whose file is gone is not taken in", async () => {
  const { answers, shelf } = createWorld();
  answers.set("/assets/a.js", () => new Response("", { status: 404 }));
  await expect(shelf("one", ["/assets/a.js"]).storeAllFiles()).rejects.toThrow("404");
});

test("of older builds the last one stays for the pages that lie open, the others go", async () => {
  const { stores, shelf } = createWorld();
  for (const id of ["one", "two", "three"]) await shelf(id, [`/assets/${id}.js`]).storeAllFiles();
  stores.set("somebody-elses", new Map());
  await shelf("three", []).removeOld();
  expect([...stores.keys()]).toEqual(["kakehashi-two", "kakehashi-three", "somebody-elses"]);
});

test("a shell is a signed-in person's page of this very build, and no other page", async () => {
  const { answers, shelf } = createWorld();
  const ownCache = shelf("one", ["/assets/a-12345678.js"]);
  const answer = (html: string, status = 200) => {
    for (const address of ["/home", "/chat/-"]) answers.set(address, () => new Response(html, { status }));
  };
  const matchingPage = page(true, "/assets/a-12345678.js");
  for (const [html, status] of [
    [page(false, "/assets/a-12345678.js"), 200],
    [page(true, "/assets/newer-12345678.js"), 200],
    [matchingPage, 502],
  ] as const) {
    answer(html, status);
    await ownCache.keepShells("en light").catch(() => undefined);
    expect(await ownCache.shell("/home")).toBeUndefined();
  }
  answer(matchingPage);
  await ownCache.keepShells("en dark");
  expect(await (await ownCache.shell("/chat/01a1"))?.text()).toBe(matchingPage);
  expect(await ownCache.shell("/price")).toBeUndefined();
});

test("shells are fetched again when the reader's language or colours are others", async () => {
  const { answers, asked, shelf } = createWorld();
  for (const address of ["/home", "/chat/-"]) answers.set(address, () => new Response(page(true, "")));
  const ownCache = shelf("one", []);
  for (const appearance of ["en light", "en light", "ja light"]) await ownCache.keepShells(appearance);
  expect(asked).toEqual(["/home", "/chat/-", "/home", "/chat/-"]);
});

test("a build without shells of its own opens from the one before", async () => {
  const { answers, shelf } = createWorld();
  answers.set("/home", () => new Response(page(true, "/assets/a-12345678.js")));
  await shelf("one", ["/assets/a-12345678.js"]).keepShells("en light");
  expect(await shelf("two", []).shell("/home")).toBeDefined();
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
  expect(pageOf(address, pages)).toBe(expected);
});

test("a page is asked for without what it is about", () => {
  expect(["/chat/:id", "/admin/:section?", "/home"].map(sampleOf)).toEqual(["/chat/-", "/admin", "/home"]);
});
