import { expect, test } from "vitest";
import { isOutdated, mayReload, reloadGuard } from "./build.ts";

const answering =
  (body: unknown, status = 200) =>
  async () =>
    Response.json(body, { status });

test.each([
  ["the same build", answering({ id: "one" }), false],
  ["another build", answering({ id: "two" }), true],
  ["an answer without an id", answering({}), false],
  ["an error", answering({ id: "two" }, 503), false],
  ["no connection", () => Promise.reject(new TypeError("offline")), false],
])("%s: outdated is %s", async (_, fetch, outdated) => {
  expect(await isOutdated({ own: "one", fetch })).toBe(outdated);
});

test("the file is asked of the server, not of the browser's memory", async () => {
  let cache: RequestCache | undefined;
  await isOutdated({
    own: "one",
    async fetch(_, options) {
      cache = options.cache;
      return Response.json({ id: "one" });
    },
  });
  expect(cache).toBe("no-store");
});

test("a page is loaded anew once, and again only after the guard's time", () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const start = 1_000_000;
  expect(mayReload(storage, start)).toBe(true);
  expect(mayReload(storage, start + 1)).toBe(false);
  expect(mayReload(storage, start + reloadGuard - 1)).toBe(false);
  expect(mayReload(storage, start + reloadGuard)).toBe(true);
});
