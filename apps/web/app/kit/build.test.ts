import { expect, test } from "vitest";
import { isBuildOutdated, minimumReloadGapMs, reloadForMissingCode } from "./build.ts";

const createFetchMock =
  (body: unknown, status = 200) =>
  async () =>
    Response.json(body, { status });

test.each([
  ["the same build", createFetchMock({ id: "one" }), false],
  ["another build", createFetchMock({ id: "two" }), true],
  ["an answer without an id", createFetchMock({}), false],
  ["an error", createFetchMock({ id: "two" }, 503), false],
  ["no connection", () => Promise.reject(new TypeError("offline")), false],
])("%s: outdated is %s", async (_, fetch, expectedOutdated) => {
  expect(await isBuildOutdated({ ownBuildId: "one", fetch })).toBe(expectedOutdated);
});

test("the file is fetched from the server, not from the browser's cache", async () => {
  let cacheMode: RequestCache | undefined;
  await isBuildOutdated({
    ownBuildId: "one",
    async fetch(_, options) {
      cacheMode = options.cache;
      return Response.json({ id: "one" });
    },
  });
  expect(cacheMode).toBe("no-store");
});

function makePage(fetch: () => Promise<Response>) {
  const storedValues = new Map<string, string>();
  let time = 1_000_000;
  let reloadCount = 0;
  const environment = {
    ownBuildId: "one",
    storage: {
      getItem: (key: string) => storedValues.get(key) ?? null,
      setItem: (key: string, value: string) => void storedValues.set(key, value),
    },
    fetch,
    now: () => time,
    reload: () => {
      reloadCount++;
    },
  };
  return async (elapsedMs: number): Promise<number> => {
    time += elapsedMs;
    await reloadForMissingCode(environment);
    return reloadCount;
  };
}

test("a page whose code failed to load is reloaded once, and again only after the guard interval", async () => {
  const reloadCount = makePage(createFetchMock({ id: "two" }));
  expect(await reloadCount(0)).toBe(1);
  expect(await reloadCount(1)).toBe(1);
  expect(await reloadCount(minimumReloadGapMs - 2)).toBe(1);
  expect(await reloadCount(1)).toBe(2);
});

test("the page is not reloaded for code of its own build, which only the connection kept away", async () => {
  const reloadCount = makePage(createFetchMock({ id: "one" }));
  expect(await reloadCount(0)).toBe(0);
});

test("the page is not reloaded when the server is unreachable or answers with an error", async () => {
  const offlinePage = makePage(() => Promise.reject(new TypeError("offline")));
  expect(await offlinePage(0)).toBe(0);
  const failing = makePage(createFetchMock({}, 503));
  expect(await failing(0)).toBe(0);
});
