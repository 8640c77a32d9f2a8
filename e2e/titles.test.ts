import type { BrowserContext } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { device } from "./people.ts";

const { browser, server } = await openDemo();

// Loaded by its address: the types of the web app's libraries are not those of a test that runs in Node.
const guards: { pageGuards: readonly (readonly [path: string])[] } = await import(
  new URL("../apps/web/app/routes/guards.ts", import.meta.url).href
);

/** One address of every page that is HTML. */
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
  asked: string;
  /** Where the guards led. */
  path: string;
  status: number;
  title: string;
  /** The status that the page itself tells, if it is an error page. */
  shown: string | null;
}

async function walk(context: BrowserContext): Promise<Visit[]> {
  const visits: Visit[] = [];
  const page = await context.newPage();
  for (const asked of addresses) {
    const response = await page.goto(asked);
    // The outline of a page that loads has no `main`; an error page has one.
    const main = page.locator("main");
    await expect.poll(() => main.count(), { message: `${asked} has a main part` }).toBe(1);
    // Articles and prices are read once the page is there.
    if (page.url().includes("/help/")) await main.locator("h1").first().waitFor();
    visits.push({
      asked,
      path: new URL(page.url()).pathname,
      status: response?.status() ?? 0,
      title: await page.title(),
      shown: await main.first().getAttribute("data-status"),
    });
  }
  return visits;
}

function expectSound(visits: readonly Visit[]): void {
  const lying = visits.filter(({ shown, status }) => shown !== null && status < 400);
  expect(lying, "an error page answers with its status").toEqual([]);
  const unnamed = visits.filter(({ title }) => /^(\(\d+\+?\) )?(Kakehashi)?$/.test(title));
  expect(unnamed, "a page has a title of its own").toEqual([]);
  const pathsOf = new Map<string, Set<string>>();
  for (const { title, path, shown, status } of visits) {
    // What is missing is called so wherever it was looked for.
    if (shown === null && status < 400) pathsOf.set(title, (pathsOf.get(title) ?? new Set()).add(path));
  }
  const shared = [...pathsOf]
    .filter(([, paths]) => paths.size > 1)
    .map(([title, paths]) => [title, ...paths]);
  expect(shared, "no two pages have the same title").toEqual([]);
}

test("every page a stranger opens has a title of its own, and none hides an error behind 200", async () => {
  const context = await browser.newContext({ baseURL: server.address, locale: "ja-JP" });
  expectSound(await walk(context));
  await context.close();
});

test("every page an administrator opens has a title of its own, and none hides an error behind 200", async () => {
  const { context } = await device(browser, server, "emma");
  expectSound(await walk(context));
  await context.close();
});

test("a page that is still loading is named already", async () => {
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
