import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { type CachedPage, createPageCache, pageKey, type RenderedPage } from "./page-cache.ts";

const createRenderedPage = (body: string, publicCacheSeconds = 60): RenderedPage => ({
  status: 200,
  headers: [["content-type", "text/html"]],
  body: Buffer.from(body),
  publicCacheSeconds,
});

test("of many who ask at once one renders, until what was published is forgotten or its time is over", async () => {
  // Start the test's clock later than 0, because the cache library treats the time 0 as "no time limit".
  let time = 1;
  let renderCount = 0;
  const cache = createPageCache(() => time);
  const readPage = () => cache.read("/", async () => createRenderedPage(`${++renderCount}`));
  await Promise.all([readPage(), readPage(), readPage()]);
  expect(renderCount).toBe(1);
  cache.clear();
  await readPage();
  expect(renderCount).toBe(2);
  time = 60_002;
  await readPage();
  expect(renderCount).toBe(3);
});

test("personal pages and refusals are not cached", async () => {
  const cache = createPageCache();
  let renderingCount = 0;
  const readUncacheablePage = () => cache.read("/", async () => createRenderedPage(`${++renderingCount}`, 0));
  const [firstPage, secondPage] = await Promise.all([readUncacheablePage(), readUncacheablePage()]);
  expect([firstPage?.body.toString(), secondPage?.body.toString()].sort()).toEqual(["1", "2"]);
});

test("an address of the site is compressed well at once, a made-up one only when it is asked for again", async () => {
  const cache = createPageCache();
  const words = Array.from({ length: 4_000 }, (_, index) => `word${(index * 7_919) % 997}`).join(" ");
  const encodedSizesOf = async (key: string) => {
    const cachedPage = (await cache.read(key, async () => createRenderedPage(words))) as CachedPage;
    const encodedBodies = [await cachedPage.encoded("br"), await cachedPage.encoded("br")];
    for (const form of encodedBodies) expect(brotliDecompressSync(form).toString()).toBe(words);
    return encodedBodies.map(({ length }) => length);
  };
  const [firstPlainSize = 0, secondPlainSize = 0] = await encodedSizesOf("system /service");
  expect(firstPlainSize).toBe(secondPlainSize);
  const [firstSize = 0, secondSize = 0] = await encodedSizesOf("system /service?x");
  expect(firstSize).toBeGreaterThan(secondSize);
  expect(secondSize).toBe(secondPlainSize);
});

test("a social card is kept once, whatever the query and the theme", () => {
  const cardKey = pageKey("/cards/en/home.png", "light");
  expect(pageKey("/cards/en/home.png?a=1", "dark")).toBe(cardKey);
  expect(pageKey("/cards/vi/home.png", "light")).not.toBe(cardKey);
  expect(pageKey("/blog?topic=a", "light")).not.toBe(pageKey("/blog?topic=b", "light"));
  expect(pageKey("/blog", "light")).not.toBe(pageKey("/blog", "dark"));
});
