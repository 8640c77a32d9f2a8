import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchBrowser } from "./browser.ts";
import type { ServerProcess } from "./server.ts";
import { startSite } from "./site-server.ts";

// What stands in place of a page that the server does not render.

let site: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(inject("prepared").empty), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await site.remove();
});

let made = 0;

/** Two answers to somebody who asks for pages until one is refused; each time of an address nobody asked for before. */
async function refused(path: string, headers: Record<string, string> = {}): Promise<[Response, Response]> {
  const ask = () =>
    fetch(`${site.address}${path}?made-up=${++made}`, {
      headers: { "x-forwarded-for": "192.0.2.1", ...headers },
    });
  for (let tries = 0; tries < 20; tries++) {
    const answers = await Promise.all(Array.from({ length: 60 }, ask));
    const [one, other] = answers.filter(({ status }) => status === 429);
    if (one && other) return [one, other];
  }
  throw new Error("Nothing was refused");
}

const japanese = { "accept-language": "ja" };
const vietnamese = { "accept-language": "vi,en;q=0.5" };

test.each([
  ["/", japanese, "en", "Too many requests"],
  ["/vi/service", japanese, "vi", "Quá nhiều yêu cầu"],
  ["/login", vietnamese, "vi", "Quá nhiều yêu cầu"],
  ["/login", japanese, "ja", "アクセスが集中しています"],
])("who asked for too many pages at %s with %j is told so in %s", async (path, headers, language, title) => {
  const [one, other] = await refused(path, headers);
  expect(Object.fromEntries(one.headers)).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "retry-after": "1",
    "cache-control": "no-store",
    "content-security-policy": expect.stringContaining("script-src 'self';"),
  });
  expect(one.headers.get("etag")).toBe(null);
  const html = await one.text();
  expect(html).toMatch(new RegExp(`^<!DOCTYPE html><html lang="${language}"`));
  expect(html).toContain(`<h1`);
  expect(html).toContain(`${title}</h1>`);
  expect(html).not.toMatch(/<script|nonce="[^"]|rel="stylesheet"/);
  // Made once: nothing of whoever asks stands in it.
  expect(await other.text()).toBe(html);
});

test("in the colours that the reader chose", async () => {
  const [one] = await refused("/", { cookie: "theme=dark" });
  expect(await one.text()).toMatch(/<html [^>]*data-theme="dark"/);
  const [other] = await refused("/");
  expect(await other.text()).not.toMatch(/<html [^>]*data-theme/);
});

test.each([
  ["/", japanese, "en", "Address too long"],
  ["/login", japanese, "ja", "URLが長すぎます"],
])("an address at %s that is too long is refused with %j in %s", async (path, headers, language, title) => {
  const response = await fetch(`${site.address}${path}?${"x".repeat(8_000)}`, { headers });
  expect(response.status).toBe(414);
  expect(response.headers.get("cache-control")).toBe("no-store");
  const html = await response.text();
  expect(html).toContain(`<html lang="${language}"`);
  expect(html).toContain(`${title}</h1>`);
});

test("without scripts the page leads back to what was asked for", async () => {
  const [one] = await refused("/vi/service");
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const address = `${site.address}/vi/service?from=a-mail`;
  const answer = {
    status: one.status,
    headers: { "content-type": "text/html" },
    body: await one.text(),
  };
  await page.route(address, (route) => route.fulfill(answer));
  await page.goto(address);
  expect(await page.getByRole("link", { name: "Về trang chủ" }).getAttribute("href")).toBe("/vi");
  await page.unroute(address);
  await page.getByRole("link", { name: "Thử lại" }).click();
  await page.getByRole("banner").waitFor();
  expect(page.url()).toBe(address);
  await context.close();
});
