import type { BrowserContext, Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { device } from "./people.ts";

const { browser, server } = await openDemo();

// Imported by path, because the web app's library types do not fit a test that runs in Node.
const guards: { pageGuards: readonly (readonly [path: string])[] } = await import(
  new URL("../apps/web/app/routes/guards.ts", import.meta.url).href
);

/** One address of every HTML page. */
const addresses = guards.pageGuards
  .map(([path]) => path.replace("/vi?", "") || "/")
  .filter((path) => !path.endsWith(".xml"))
  .map((path) =>
    path
      .replace("/blog/:slug", "/blog/two-hours-apart")
      .replace(":userId", "00000000-0000-7000-8000-000000000000")
      .replace("/chat/*", "/chat")
      .replace("/admin/*", "/admin/users"),
  );

interface Visit {
  requestedPath: string;
  /** The path after the guards' redirects. */
  path: string;
  status: number;
  title: string;
  /** The status that the page shows, if it is an error page. */
  shownStatus: string | null;
  /** The links of the page within this site. */
  links: string[];
}

/** Example addresses of every page. The last one does not exist. */
const knownPatterns = guards.pageGuards.map(([path]) => path).filter((path) => path !== "/*");
const isKnown = (path: string) =>
  knownPatterns.some((pattern) => {
    const source = pattern
      .replace("/vi?", "(?:/vi)?")
      .replace(/\/:[A-Za-z]+\?/g, "(?:/[^/]+)?")
      .replace(/:[A-Za-z]+/g, "[^/]+")
      .replace("/*", "(?:/.*)?");
    return new RegExp(`^${source || "/"}/?$`).test(path);
  });

const linksOf = (page: Page) =>
  page
    .locator("a[href^='/']")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")?.split(/[?#]/)[0] ?? ""));

async function walk(context: BrowserContext): Promise<Visit[]> {
  const visits: Visit[] = [];
  const page = await context.newPage();
  for (const requestedPath of addresses) {
    const response = await page.goto(requestedPath);
    // A page that is still loading has no `main`. An error page has one.
    const main = page.locator("main");
    await expect.poll(() => main.count(), { message: `${requestedPath} has a main part` }).toBe(1);
    // Articles and prices are loaded after the page.
    if (page.url().includes("/help/")) await main.locator("h1").first().waitFor();
    visits.push({
      requestedPath,
      path: new URL(page.url()).pathname,
      status: response?.status() ?? 0,
      title: await page.title(),
      shownStatus: await main.first().getAttribute("data-status"),
      links: await linksOf(page),
    });
  }
  return visits;
}

function expectStatusesAndTitles(visits: readonly Visit[]): void {
  const wrongStatuses = visits.filter(({ shownStatus, status }) => shownStatus !== null && status < 400);
  expect(wrongStatuses, "an error page answers with its status").toEqual([]);
  const unnamed = visits.filter(({ title }) => /^(\(\d+\+?\) )?(Kakehashi)?$/.test(title));
  expect(unnamed, "a page has a title of its own").toEqual([]);
  const pathsOf = new Map<string, Set<string>>();
  for (const { title, path, shownStatus, status } of visits) {
    // A missing page has the same title everywhere.
    if (shownStatus === null && status < 400) pathsOf.set(title, (pathsOf.get(title) ?? new Set()).add(path));
  }
  const sharedTitles = [...pathsOf]
    .filter(([, paths]) => paths.size > 1)
    .map(([title, paths]) => [title, ...paths]);
  expect(sharedTitles, "no two pages have the same title").toEqual([]);
}

/** Every link leads to an existing page. */
function expectLinksExist(visits: readonly Visit[]): void {
  const dead = visits.flatMap(({ path, links }) =>
    links
      .filter((link) => !isKnown(link) && !link.startsWith("/api/"))
      .map((link) => `${path} leads to ${link}`),
  );
  expect(dead, "no page leads to one that is not there").toEqual([]);
}

test("every public page has its own title, and no error is answered with 200", async () => {
  const context = await browser.newContext({ baseURL: server.address, locale: "ja-JP" });
  const visits = await walk(context);
  expectStatusesAndTitles(visits);
  expectLinksExist(visits);
  await context.close();
});

test("every page of an admin has its own title, and no error is answered with 200", async () => {
  const { context } = await device(browser, server, "emma");
  const visits = await walk(context);
  expectStatusesAndTitles(visits);
  expectLinksExist(visits);
  await context.close();
});

test("a page that is still loading has its title already", async () => {
  const { context } = await device(browser, server, "emma");
  for (const [path, title] of [
    ["/home", "Home"],
    ["/bookmarks", "Marked for translation"],
    ["/role", "What brings you here?"],
  ]) {
    const html = await (await context.request.get(path ?? "")).text();
    expect(/<title>([^<]*)<\/title>/.exec(html)?.[1]).toBe(`${title} · Kakehashi`);
  }
  await context.close();
});

test("the button that saves or creates is the primary button of its page, in indigo", async () => {
  const { page, context } = await device(browser, server, "emma");
  for (const path of ["/profile", "/admin/posts/new", "/admin/firm"]) {
    await page.goto(path);
    const saves = page.getByRole("button", { name: /^(Save|Create)\b/ });
    await saves.first().waitFor();
    for (const button of await saves.all()) {
      // Checks the library's attribute, because the colour differs while there is nothing to save.
      const buttonState = {
        path,
        name: await button.textContent(),
        look: await button.getAttribute("data-variant"),
      };
      expect(buttonState).toMatchObject({ look: "filled" });
    }
  }
  await context.close();
});
