import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { ServerProcess } from "./server.ts";
import { adminAccount, startSite } from "./site-server.ts";

// When an admin publishes a post, readers, feeds and search engines can see it.

let siteServer: ServerProcess;
let adminToken: string;

beforeAll(async () => {
  siteServer = await startSite(inject("prepared").empty);
  adminToken = (await callApi("POST", "/sign-in", { ...adminAccount, service: "kakehashi" })).access_token;
});
afterAll(() => siteServer.stopAndDeleteData());

interface ApiAnswer {
  data: { id: string; access_token: string };
  error?: object;
}

async function callApi(method: string, path: string, body: object): Promise<ApiAnswer["data"]> {
  const response = await fetch(`${siteServer.address}/api${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      ...(adminToken && { authorization: `Bearer ${adminToken}` }),
    },
    body: JSON.stringify(body),
  });
  const { data, error } = (await response.json()) as ApiAnswer;
  if (error) throw new Error(JSON.stringify(error));
  return data;
}

const buildMarkdown = (title: string) =>
  `---\ntitle: ${title}\nsummary: About ${title}\ntopic: Notes\n---\n\nWords.`;

const publishPost = (slug: string, published_at: Date): Promise<{ id: string }> =>
  callApi("POST", "/admin/blog/posts", {
    slug,
    cover: "bridge",
    author: "Emma",
    source: { en: buildMarkdown(`${slug} in English`), vi: buildMarkdown(`${slug} tiếng Việt`) },
    published_at: published_at.toISOString(),
  });

const fetchPath = (path: string) => fetch(siteServer.address + path, { redirect: "manual" });
const fetchText = async (path: string) => (await fetchPath(path)).text();
/** Returns the paths of this site's pages that the pattern finds in the HTML. */
const findSitePaths = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, address = ""]) => address.replace(/^https?:\/\/[^/]+/, ""));

test("the old address of a moved post redirects permanently, in both languages", async () => {
  const { id } = await publishPost("old-address", new Date("2026-01-05"));
  await callApi("PATCH", `/admin/blog/posts/${id}`, { slug: "new-address" });
  for (const language of ["", "/vi"])
    for (const previousSlug of ["old-address", "old-address?from=feed", "New-Address", id]) {
      const response = await fetchPath(`${language}/blog/${previousSlug}`);
      expect(response.status).toBe(301);
      expect(response.headers.get("location")).toBe(`${language}/blog/new-address`);
    }
  expect((await fetchPath("/vi/blog/new-address")).status).toBe(200);
});

test("a scheduled post appears at its time, also on cached pages", async () => {
  const pages = ["/", "/vi/blog", "/blog/rss.xml", "/vi/blog/atom.xml", "/sitemap.xml"];
  const startedAt = Date.now();
  for (const page of pages) await fetchText(page);
  // The post is published later than it should take to read all pages once more. A slow computer may need longer for
  // this, and the check below is then skipped.
  const publishTime = new Date(Date.now() + 2_000 + 4 * (Date.now() - startedAt));
  await publishPost("in-a-moment", publishTime);
  for (const page of pages) {
    const text = await fetchText(page);
    if (Date.now() < publishTime.getTime()) expect(text).not.toContain("in-a-moment");
  }
  const { status } = await fetchPath("/blog/in-a-moment");
  if (Date.now() < publishTime.getTime()) expect(status).toBe(404);
  for (const page of pages) await expect.poll(() => fetchText(page)).toContain("in-a-moment");
  expect(Date.now()).toBeGreaterThanOrEqual(publishTime.getTime());
  expect((await fetchPath("/blog/in-a-moment")).status).toBe(200);
}, 60_000);

test("each page of the list has its own canonical address, and the list ends", async () => {
  for (let day = 1; day <= 12; day++) await publishPost(`post-${day}`, new Date(Date.UTC(2026, 0, day)));
  for (const language of ["", "/vi"]) {
    const secondPageHtml = await fetchText(`${language}/blog?page=2`);
    expect(findSitePaths(secondPageHtml, /rel="canonical" href="([^"]+)"/g)).toEqual([
      `${language}/blog?page=2`,
    ]);
    expect(findSitePaths(secondPageHtml, /hrefLang="[\w-]+" href="([^"]+)"/gi)).toEqual([
      "/blog?page=2",
      "/vi/blog?page=2",
      "/blog?page=2",
    ]);
    expect(findSitePaths(secondPageHtml, /href="([^"]+)" rel="prev"/g)).toEqual([`${language}/blog`]);
    const firstPage = await fetchText(`${language}/blog?page=1`);
    expect(findSitePaths(firstPage, /rel="canonical" href="([^"]+)"/g)).toEqual([`${language}/blog`]);
    expect(findSitePaths(firstPage, /href="([^"]+)" rel="next"/g)).toEqual([`${language}/blog?page=2`]);
    expect((await fetchPath(`${language}/blog?page=3`)).status).toBe(404);
    const readDescription = (html: string) =>
      findSitePaths(html, /<meta name="description" content="([^"]+)"/g);
    expect(readDescription(secondPageHtml)).not.toEqual(readDescription(firstPage));
  }
});

test("the not-found page searches articles by the words of the address", async () => {
  await publishPost("lighthouses", new Date("2026-01-06"));
  for (const language of ["", "/vi"]) {
    const notFoundPage = await fetchText(`${language}/no/such-page`);
    expect(findSitePaths(notFoundPage, /<form[^>]* action="([^"]+)"/g)).toEqual([`${language}/blog`]);
    expect(notFoundPage).toMatch(/<input[^>]* name="q"/);
    const searchPageText = await fetchText(`${language}/blog?q=LIGHTHOUSES%20notes`);
    const findArticleLinks = (html: string) => findSitePaths(html, /href="((?:\/vi)?\/blog\/[a-z0-9-]+)"/g);
    expect(new Set(findArticleLinks(searchPageText))).toEqual(new Set([`${language}/blog/lighthouses`]));
    expect(searchPageText).toContain('<meta name="robots" content="noindex"');
    expect(findArticleLinks(await fetchText(`${language}/blog?q=zzyzx`))).toEqual([]);
  }
  // The page must escape a search text that contains HTML. An empty search text shows the whole list.
  const scriptSearchResponse = await fetchPath(
    `/blog?q=${encodeURIComponent('"><script>alert(1)</script>')}`,
  );
  expect([scriptSearchResponse.status, (await scriptSearchResponse.text()).includes('"><script>')]).toEqual([
    200,
    false,
  ]);
  expect(await fetchText("/blog?q=")).toContain('rel="canonical"');
});
