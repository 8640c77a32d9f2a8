import { expect, test } from "vitest";
import { isOutdated, reloadForPart, reloadGuardMs } from "./build.ts";

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

function page(fetch: () => Promise<Response>) {
  const kept = new Map<string, string>();
  let time = 1_000_000;
  let reloads = 0;
  const parts = {
    storage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    },
    fetch,
    now: () => time,
    reload: () => {
      reloads++;
    },
  };
  return async (later: number): Promise<number> => {
    time += later;
    await reloadForPart(parts);
    return reloads;
  };
}

test("a page whose part could not be loaded is loaded anew once, and again only after the guard's time", async () => {
  const reloads = page(answering({ id: "two" }));
  expect(await reloads(0)).toBe(1);
  expect(await reloads(1)).toBe(1);
  expect(await reloads(reloadGuardMs - 2)).toBe(1);
  expect(await reloads(1)).toBe(2);
});

test("it stays as it is where the server is not reached, and where it answers with an error", async () => {
  const cut = page(() => Promise.reject(new TypeError("offline")));
  expect(await cut(0)).toBe(0);
  const failing = page(answering({}, 503));
  expect(await failing(0)).toBe(0);
});
