import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchBrowser } from "./browser.ts";
import { interceptRequests } from "./intercept.ts";
import type { ServerProcess } from "./server.ts";
import { startSite } from "./site-server.ts";

// The server limits how many pages it renders per second. These tests check the pages that it serves instead when the
// limit is reached.

let siteServer: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  // The limit is one page per second, so that even a slow computer exceeds it.
  const onePageEnvironment = { PAGES_PER_SECOND: "1" };
  [siteServer, browser] = await Promise.all([
    startSite(inject("prepared").empty, onePageEnvironment),
    launchBrowser(),
  ]);
});
afterAll(async () => {
  await browser.close();
  await siteServer.stopAndDeleteData();
});

let requestCount = 0;

/** Requests uncached URLs until the server refuses some of the requests. Returns two of the refusals. */
async function fetchRefusedPages(
  path: string,
  headers: Record<string, string> = {},
): Promise<[Response, Response]> {
  const fetchPage = () =>
    fetch(`${siteServer.address}${path}?made-up=${++requestCount}`, {
      headers: { "x-forwarded-for": "192.0.2.1", ...headers },
    });
  for (let attempt = 0; attempt < 20; attempt++) {
    const responses = await Promise.all(Array.from({ length: 60 }, fetchPage));
    const [firstRefusal, secondRefusal] = responses.filter(({ status }) => status === 429);
    if (firstRefusal && secondRefusal) return [firstRefusal, secondRefusal];
  }
  throw new Error("Nothing was refused");
}

const japaneseHeaders = { "accept-language": "ja" };
const vietnameseHeaders = { "accept-language": "vi,en;q=0.5" };

test.each([
  ["/", japaneseHeaders, "en", "Too many requests"],
  ["/vi/service", japaneseHeaders, "vi", "Quá nhiều yêu cầu"],
  ["/login", vietnameseHeaders, "vi", "Quá nhiều yêu cầu"],
  ["/login", japaneseHeaders, "ja", "アクセスが集中しています"],
])("too many page requests at %s with %j show an error in %s", async (path, headers, language, title) => {
  const [firstRefusal, secondRefusal] = await fetchRefusedPages(path, headers);
  expect(Object.fromEntries(firstRefusal.headers)).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "retry-after": "1",
    "cache-control": "no-store",
    "content-security-policy": expect.stringContaining("script-src 'self';"),
  });
  expect(firstRefusal.headers.get("etag")).toBe(null);
  const html = await firstRefusal.text();
  expect(html).toMatch(new RegExp(`^<!DOCTYPE html><html lang="${language}"`));
  expect(html).toContain(`<h1`);
  expect(html).toContain(`${title}</h1>`);
  expect(html).not.toMatch(/<script|nonce="[^"]|rel="stylesheet"/);
  // All refused visitors get the same HTML, so it must contain nothing about a visitor.
  expect(await secondRefusal.text()).toBe(html);
});

test("of a thousand requests at once from one address, all wait or come from the cache, and others are served", async () => {
  const createForwardedHeaders = (address: string) => ({ headers: { "x-forwarded-for": address } });
  const requestManyPages = (path: (index: number) => string) =>
    Promise.all(
      Array.from({ length: 1_000 }, async (_, index) => {
        const response = await fetch(siteServer.address + path(index), createForwardedHeaders("192.0.2.1"));
        await response.arrayBuffer();
        return response;
      }),
    );
  const floodResponses = requestManyPages((index) => `/?made-up=${index}`);
  const otherNetworkResponse = await fetch(
    `${siteServer.address}/service?neighbour`,
    createForwardedHeaders("192.0.2.2"),
  );
  expect(otherNetworkResponse.status).toBe(200);
  const refusedResponses = await floodResponses;
  expect(new Set(refusedResponses.map(({ status }) => status))).toEqual(new Set([200, 429]));
  const refusedResponse = refusedResponses.find(({ status }) => status === 429);
  expect(refusedResponse?.headers.get("retry-after")).toBe("1");

  await fetch(`${siteServer.address}/`, createForwardedHeaders("192.0.2.2"));
  const floodStatuses = await requestManyPages(() => "/");
  expect(new Set(floodStatuses.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await fetch(`${siteServer.address}/api/ready`)).status).toBe(200);
});

test("the error page has the reader's theme", async () => {
  const [refusal] = await fetchRefusedPages("/", { cookie: "theme=dark" });
  expect(await refusal.text()).toMatch(/<html [^>]*data-theme="dark"/);
  const [nextRefusal] = await fetchRefusedPages("/");
  expect(await nextRefusal.text()).not.toMatch(/<html [^>]*data-theme/);
});

test.each([
  ["/", japaneseHeaders, "en", "Address too long"],
  ["/login", japaneseHeaders, "ja", "URLが長すぎます"],
])("a too long address at %s is refused with %j in %s", async (path, headers, language, title) => {
  const response = await fetch(`${siteServer.address}${path}?${"x".repeat(8_000)}`, { headers });
  expect(response.status).toBe(414);
  expect(response.headers.get("cache-control")).toBe("no-store");
  const html = await response.text();
  expect(html).toContain(`<html lang="${language}"`);
  expect(html).toContain(`${title}</h1>`);
});

test("without scripts the error page links back to the requested page", async () => {
  const [refusal] = await fetchRefusedPages("/vi/service");
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const address = `${siteServer.address}/vi/service?from=a-mail`;
  const refusalResponse = {
    status: refusal.status,
    headers: { "content-type": "text/html" },
    body: await refusal.text(),
  };
  await interceptRequests(page, address, (route) => route.fulfill(refusalResponse));
  await page.goto(address);
  expect(await page.getByRole("link", { name: "Về trang chủ" }).getAttribute("href")).toBe("/vi");
  await page.unroute(address);
  await page.getByRole("link", { name: "Thử lại" }).click();
  await page.getByRole("banner").waitFor();
  expect(page.url()).toBe(address);
  await context.close();
});
