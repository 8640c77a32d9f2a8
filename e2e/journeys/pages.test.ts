import { HtmlValidate } from "html-validate";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { ServerProcess } from "../server.ts";
import { publicPaths } from "../site-pages.ts";
import { startSite } from "../site-server.ts";

// Programs read the public pages: validators, search engines and caches. These tests check what such programs need.

let siteServer: ServerProcess;

beforeAll(async () => {
  siteServer = await startSite(inject("prepared").empty);
});
afterAll(() => siteServer.stopAndDeleteData());

const htmlValidator = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: {
    // These rules are only about style. React writes void elements and boolean attributes differently, which is also
    // valid.
    "void-style": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "attr-case": "off",
    "no-inline-style": "off",
    "no-trailing-whitespace": "off",
    // All titles are long, because they end with the name of the firm.
    "long-title": "off",
    // The rule `script-type` forbids the structured data for search engines. The rule `require-sri` demands an
    // integrity hash for each script.
    "script-type": "off",
    "require-sri": "off",
  },
});

const unlistedPages = [
  "/contact?received",
  "/vi/contact?received",
  "/?notice=closed",
  "/nothing/here",
  "/vi/nothing/here",
  "/blog?q=hours",
  "/vi/blog?q=zzyzx",
];

test.each([...publicPaths, ...unlistedPages])("%s is valid HTML", async (path) => {
  await expectValidHtml(await fetch(siteServer.address + path));
});

test.each(["/contact", "/vi/contact"])("%s is valid HTML after a form with errors was sent", async (path) => {
  const body = new URLSearchParams({
    email: "an@",
    phone: "12",
    country: '"<Atlantis>"',
    message: "</textarea>",
  });
  const refusedResponse = await fetch(siteServer.address + path, { method: "POST", body });
  expect(refusedResponse.status).toBe(422);
  await expectValidHtml(refusedResponse);
});

async function expectValidHtml(page: Response): Promise<void> {
  const html = await page.text();
  const { results } = await htmlValidator.validateString(html);
  expect(
    results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
  ).toEqual([]);
}

test.each(publicPaths)("%s has its styles inline", async (path) => {
  const response = await fetch(siteServer.address + path);
  const html = await response.text();
  expect(html).not.toMatch(/rel="stylesheet"/);
  // Every page has at least three inline style sheets: one for the frame, one for the design tokens, and one for the
  // page itself.
  expect(html.match(/<style>/g)?.length).toBeGreaterThanOrEqual(3);
  expect(response.headers.get("x-styles")).toBeNull();
});

test.each(publicPaths)("%s has its canonical and alternate addresses", async (path) => {
  const response = await fetch(siteServer.address + path);
  const html = await response.text();
  const findLink = (pattern: RegExp) => pattern.exec(html)?.[1]?.replace(/^https?:\/\/[^/]+/, "");
  expect(findLink(/<link rel="canonical" href="([^"]+)"/)).toBe(path === "/" ? "/" : path);
  const englishPath = path.replace(/^\/(?:vi|ja)(?=\/|$)/, "") || "/";
  expect(findLink(/hrefLang="en" href="([^"]+)"/i)).toBe(englishPath);
  expect(findLink(/hrefLang="vi" href="([^"]+)"/i)).toBe(englishPath === "/" ? "/vi" : `/vi${englishPath}`);
  expect(html).toMatch(/<meta name="description" content="[^"]{50,}"/);
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? "null");
  expect(data["@graph"].length).toBeGreaterThan(1);
  const card = /property="og:image" content="https?:\/\/[^/]+([^"]+)"/.exec(html)?.[1] ?? "";
  expect((await fetch(siteServer.address + card)).headers.get("content-type")).toBe("image/png");
  const etag = response.headers.get("etag");
  if (!path.endsWith("/contact")) {
    const conditionalResponse = await fetch(siteServer.address + path, {
      headers: { "if-none-match": etag ?? "" },
    });
    expect(conditionalResponse.status).toBe(304);
  }
});

test("an address in another spelling shows the right language, and an unclear one is not cached", async () => {
  const vietnameseRequest = { headers: { "accept-language": "vi" } };
  const readPageLanguage = async (path: string, headers = {}) => {
    const response = await fetch(siteServer.address + path, headers);
    return /<html lang="(\w+)"/.exec(await response.text())?.[1];
  };
  expect(await readPageLanguage("/VI/Service")).toBe("vi");
  expect(await readPageLanguage("/Service", vietnameseRequest)).toBe("en");
  expect(await readPageLanguage("/%73ervice", vietnameseRequest)).toBe("vi");
  expect(await readPageLanguage("/%73ervice")).toBe("en");
});

test.each([
  "/nothing",
  "/vi/nothing",
  "/blog/nothing",
  "/blog/..%2f..%2fetc",
  "/blog?page=0",
  "/blog?page=99",
  "/cards/en/nothing.png",
])("%s is not found, and says so", async (path) =>
  expect((await fetch(siteServer.address + path)).status).toBe(404),
);

test("the not-found page is part of the site, with links, in the reader's language", async () => {
  const readTitle = async (path: string, language: string) => {
    const response = await fetch(siteServer.address + path, { headers: { "accept-language": language } });
    return { status: response.status, html: await response.text() };
  };
  const englishTitle = await readTitle("/no/such-page", "en");
  expect(englishTitle.status).toBe(404);
  expect(englishTitle.html).toContain("Page not found: /no/such-page");
  expect(englishTitle.html).toContain('href="/service"');
  expect(englishTitle.html).toContain('href="/blog/');
  expect(englishTitle.html).toContain("<footer");
  expect(englishTitle.html).not.toContain('<script type="module"');
  expect((await readTitle("/blog/nothing", "vi")).html).toContain("Page not found: /blog/nothing");
  const vietnameseTitle = await readTitle("/vi/nothing", "en");
  expect(vietnameseTitle.html).toContain('<html lang="vi"');
  expect(vietnameseTitle.html).toContain('href="/vi/service"');
  expect((await readTitle("/nothing", "ja")).html).toContain("ページが見つかりません");
  expect((await readTitle("/%22%3E%3Cscript%3E", "en")).html).not.toContain('"><script>');
});

/** Returns the page's structured data (schema.org). */
async function readStructuredData(path: string): Promise<Record<string, unknown>[]> {
  const html = await (await fetch(siteServer.address + path)).text();
  return JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? "{}")[
    "@graph"
  ];
}

test.each([
  ["/service", "Service", ["name", "description", "provider"]],
  ["/price", "FAQPage", ["mainEntity"]],
  ["/blog/two-hours-apart", "Article", ["headline", "datePublished", "dateModified", "author", "image"]],
  ["/blog/two-hours-apart", "BreadcrumbList", ["itemListElement"]],
])("%s describes its %s to search engines, in both languages", async (page, type, facts) => {
  for (const path of [page, `/vi${page}`]) {
    const structuredDataEntries = await readStructuredData(path);
    const [organization] = structuredDataEntries.filter((entry) => entry["@type"] === "Organization");
    expect(organization).toMatchObject({ name: "Kakehashi", url: expect.any(String) });
    const matchingEntries = structuredDataEntries.filter((entry) => entry["@type"] === type);
    expect(matchingEntries.length).toBeGreaterThan(0);
    for (const entry of matchingEntries) expect(Object.keys(entry)).toEqual(expect.arrayContaining(facts));
  }
});

test("the sitemap names every page in both languages, and robots.txt names the sitemap", async () => {
  const robotsTxt = await (await fetch(`${siteServer.address}/robots.txt`)).text();
  const sitemap = new URL(/^Sitemap: (\S+)$/m.exec(robotsTxt)?.[1] ?? "").pathname;
  const sitemapLocations = [
    ...(await (await fetch(siteServer.address + sitemap)).text()).matchAll(/<loc>([^<]+)<\/loc>/g),
  ];
  const paths = sitemapLocations.map(([, address = ""]) => new URL(address).pathname);
  expect(paths).toEqual(expect.arrayContaining(publicPaths));
  const japanesePage = await (await fetch(`${siteServer.address}/ja/privacy`)).text();
  expect(japanesePage).toContain('<html lang="ja"');
  expect(japanesePage).toContain("保存期間");
  expect(japanesePage).toMatch(/rel="canonical" href="[^"]+\/ja\/privacy"/);
  for (const path of paths)
    expect((await fetch(siteServer.address + path, { redirect: "manual" })).status, path).toBe(200);
});

test("pages are compressed and revalidated; build files are compressed and cached for good", async () => {
  const fetchWithEncoding = (path: string, encoding: string) =>
    fetch(siteServer.address + path, { headers: { "accept-encoding": encoding } });
  const file = /src="(\/assets\/[^"]+\.js)"|href="(\/assets\/[^"]+\.js)"/;
  const [, script, preloadedPath] =
    file.exec(await (await fetch(`${siteServer.address}/login`)).text()) ?? [];
  for (const encoding of ["br", "gzip"]) {
    const page = await fetchWithEncoding("/vi", encoding);
    expect(page.headers.get("content-encoding")).toBe(encoding);
    expect(page.headers.get("cache-control")).toBe("no-cache");
    expect(page.headers.get("vary")).toContain("accept-encoding");
    const assetResponse = await fetchWithEncoding(script ?? preloadedPath ?? "", encoding);
    expect(assetResponse.headers.get("content-encoding")).toBe(encoding);
    expect(assetResponse.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  }
  expect((await fetchWithEncoding("/vi", "identity")).headers.get("content-encoding")).toBeNull();
});
