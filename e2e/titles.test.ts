import type { BrowserContext, Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { openDevice } from "./people.ts";

const { browser, server } = await openDemo();

// The path of this import is computed. A literal path would make the compiler check the imported file, whose types do
// not fit a test in Node.
const pageGuardModule: { pageGuards: readonly (readonly [path: string])[] } = await import(
  new URL("../apps/web/app/routes/guards.ts", import.meta.url).href
);

/** One URL path for each kind of HTML page, from the list of route guards. */
const pageAddresses = pageGuardModule.pageGuards
  .map(([path]) => path.replace("/vi?", "") || "/")
  .filter((path) => !path.endsWith(".xml"))
  .map((path) =>
    path
      .replace("/blog/:slug", "/blog/two-hours-apart")
      .replace(":userId", "00000000-0000-7000-8000-000000000000")
      .replace("/chat/*", "/chat")
      .replace("/admin/*", "/admin/users"),
  );

interface PageVisit {
  requestedPath: string;
  /** The path of the page that opened. It differs from `requestedPath` if a route guard redirected the browser. */
  path: string;
  status: number;
  title: string;
  /** The HTTP status that an error page shows in its content. Null on other pages. */
  shownStatus: string | null;
  /** The paths of the links on this page that lead to pages of this site. */
  links: string[];
}

/** The path patterns of all pages. Excludes `/*`, the pattern for unknown URLs. */
const pageUrlPatterns = pageGuardModule.pageGuards.map(([path]) => path).filter((path) => path !== "/*");
const isKnownPagePath = (path: string) =>
  pageUrlPatterns.some((pattern) => {
    const source = pattern
      .replace("/vi?", "(?:/vi)?")
      .replace(/\/:[A-Za-z]+\?/g, "(?:/[^/]+)?")
      .replace(/:[A-Za-z]+/g, "[^/]+")
      .replace("/*", "(?:/.*)?");
    return new RegExp(`^${source || "/"}/?$`).test(path);
  });

/** The paths of the admin pages below `/admin`, without `/admin/users`. */
const adminSections = [
  "activations",
  "projects",
  "posts",
  "contacts",
  "plans",
  "firm",
  "categories",
  "currencies",
  "pages",
  "audit",
  "mails",
  "machine",
].map((section) => `/admin/${section}`);

async function visitPages(
  context: BrowserContext,
  paths: readonly string[] = pageAddresses,
): Promise<PageVisit[]> {
  const pageVisits: PageVisit[] = [];
  const page = await context.newPage();
  for (const requestedPath of paths) {
    const response = await page.goto(requestedPath);
    // Pages and error pages have one `main` element. A page that is still loading has none.
    const mainRegion = page.locator("main");
    await expect.poll(() => mainRegion.count(), { message: `${requestedPath} has a main part` }).toBe(1);
    // The page loads its articles and prices only after it has opened.
    if (page.url().includes("/help/")) await mainRegion.locator("h1").first().waitFor();
    // Reads all values in one browser call. A slow page may redirect between two calls, and the values would belong to
    // different pages.
    const pageState = await page.evaluate<Omit<PageVisit, "requestedPath" | "status">>(`({
      path: location.pathname,
      title: document.title,
      shownStatus: document.querySelector("main")?.getAttribute("data-status") ?? null,
      links: [...document.querySelectorAll("a[href^='/']")].map((link) => link.getAttribute("href").split(/[?#]/)[0]),
    })`);
    pageVisits.push({ requestedPath, status: response?.status() ?? 0, ...pageState });
  }
  return pageVisits;
}

function expectStatusesAndTitles(pageVisits: readonly PageVisit[]): void {
  const wrongStatuses = pageVisits.filter(({ shownStatus, status }) => shownStatus !== null && status < 400);
  expect(wrongStatuses, "an error page answers with its status").toEqual([]);
  const untitledVisits = pageVisits.filter(({ title }) => /^(\(\d+\+?\) )?(Kakehashi)?$/.test(title));
  expect(untitledVisits, "a page has a title of its own").toEqual([]);
  const pathsByTitle = new Map<string, Set<string>>();
  for (const { title, path, shownStatus, status } of pageVisits) {
    // Skips error pages, because all pages for unknown URLs have the same title.
    if (shownStatus === null && status < 400)
      pathsByTitle.set(title, (pathsByTitle.get(title) ?? new Set()).add(path));
  }
  const sharedTitles = [...pathsByTitle]
    .filter(([, paths]) => paths.size > 1)
    .map(([title, paths]) => [title, ...paths]);
  expect(sharedTitles, "no two pages have the same title").toEqual([]);
}

/** Checks that each link on the visited pages leads to an existing page. */
function expectLinksExist(pageVisits: readonly PageVisit[]): void {
  const brokenLinks = pageVisits.flatMap(({ path, links }) =>
    links
      .filter((link) => !isKnownPagePath(link) && !link.startsWith("/api/"))
      .map((link) => `${path} leads to ${link}`),
  );
  expect(brokenLinks, "no page leads to one that is not there").toEqual([]);
}

test("every public page has its own title, and no error is answered with 200", async () => {
  const context = await browser.newContext({ baseURL: server.address, locale: "ja-JP" });
  const signedOutVisits = await visitPages(context);
  expectStatusesAndTitles(signedOutVisits);
  expectLinksExist(signedOutVisits);
  await context.close();
});

test("every page of an admin has its own title, and no error is answered with 200", async () => {
  const { context } = await openDevice(browser, server, "emma");
  const adminVisits = await visitPages(context, [...pageAddresses, ...adminSections]);
  expectStatusesAndTitles(adminVisits);
  expectLinksExist(adminVisits);
  await context.close();
}, 240_000);

/**
 * Returns the Japanese texts of one feature. The path of the import is computed. A literal path would make the compiler
 * check the imported file, whose types do not fit a test in Node.
 */
async function readJapaneseTexts(feature: string): Promise<Record<string, string>> {
  const address = new URL(`../apps/web/app/i18n/ja/${feature}.ts`, import.meta.url).href;
  return (await import(address)).default;
}

/**
 * Returns the page's title without the count of unread messages. Also removes the invisible Unicode marks around names,
 * which set the direction of text.
 */
const readTitle = async (page: Page) =>
  (await page.title()).replace(/^\(\d+\+?\) /, "").replace(/[\u2066-\u2069]/g, "");

/** Opens each path, and checks that the page has the expected title. */
async function expectTitles(
  page: Page,
  expectedTitles: readonly (readonly [path: string, title: string | undefined])[],
) {
  for (const [path, title = "?"] of expectedTitles) {
    await page.goto(path);
    await expect.poll(() => readTitle(page), { message: path }).toBe(`${title} · Kakehashi`);
    expect(await page.locator("main").count(), path).toBeLessThanOrEqual(1);
  }
  expect(new Set(expectedTitles.map(([, title]) => title)).size, "no two pages have the same title").toBe(
    expectedTitles.length,
  );
}

test("every page of a project, a team, a bot and a snippet has its title in the reader's language", async () => {
  const { context, page, call } = await openDevice(browser, server, "aiko", { locale: "ja-JP" });
  await context.addCookies([{ name: "session_lang", value: "ja", url: server.address }]);
  const fetchFirstItem = async <T>(path: string) => {
    const [item] = await call<T[]>("GET", path);
    if (!item) throw new Error(`The demo has nothing at ${path}`);
    return item;
  };
  const team = await fetchFirstItem<{ id: string; name: string }>("/teams");
  const bot = await fetchFirstItem<{ id: string; name: string }>("/bots");
  const story = await fetchFirstItem<{ id: string; name: string }>(`/bots/${bot.id}/flows`);
  const snippet = await fetchFirstItem<{ slug: string; title: string }>("/codes");
  const [projects, members, teamPageTexts, bots, channelTexts, chatFigureTexts, codeTexts] =
    await Promise.all(
      ["projects", "members", "teams", "bots", "channels", "chat-figures", "codes"].map(readJapaneseTexts),
    );
  const createTeamTitle = (text = "") => text.replace("{{project}}", team.name);
  const createBotTitle = (tab = "") => bots?.titleOf?.replace("{{tab}}", tab).replace("{{name}}", bot.name);
  await expectTitles(page, [
    ["/projects", projects?.title],
    ["/projects/new", projects?.formNew],
    [`/projects/${team.id}`, team.name],
    [`/projects/${team.id}/members`, createTeamTitle(members?.titleOf)],
    [`/projects/${team.id}/edit`, projects?.formEdit],
    ["/teams", teamPageTexts?.title],
    [`/teams/${team.id}`, createTeamTitle(teamPageTexts?.titleOf)],
    ["/bots", bots?.title],
    ["/bots/new", bots?.new],
    [`/bots/${bot.id}`, createBotTitle(bots?.tab_settings)],
    [`/bots/${bot.id}/story`, createBotTitle(bots?.tab_story)],
    [`/bots/${bot.id}/phrase`, createBotTitle(bots?.tab_phrases)],
    [`/bots/${bot.id}/article`, createBotTitle(bots?.tab_articles)],
    [`/bots/${bot.id}/livechat`, createBotTitle(bots?.tab_livechat)],
    [`/bots/${bot.id}/sessions`, createBotTitle(bots?.tab_sessions)],
    [`/bots/${bot.id}/broadcast`, createBotTitle(bots?.tab_broadcast)],
    [`/bots/${bot.id}/channels`, createBotTitle(bots?.tab_channels)],
    [`/bots/${bot.id}/story/${story.id}`, story.name],
    ["/bots/callback", channelTexts?.callbackTitle],
    ["/schat", channelTexts?.title],
    ["/schat/listpage", channelTexts?.pages],
    ["/schat/figures", chatFigureTexts?.outsideTitle],
    ["/codes", codeTexts?.title],
    ["/codes/new", codeTexts?.formNew],
    [`/codes/${snippet.slug}`, snippet.title],
    [`/codes/${snippet.slug}/edit`, codeTexts?.formEdit],
  ]);
  await context.close();
});

test("the pages that everybody has are titled in the reader's language, and the Japanese font has the weight for names", async () => {
  const { context, page } = await openDevice(browser, server, "kenji", { locale: "ja-JP" });
  await context.addCookies([{ name: "session_lang", value: "ja", url: server.address }]);
  const texts = Object.fromEntries(
    await Promise.all(
      [
        "conversations",
        "files",
        "messages",
        "notifications",
        "profiles",
        "search",
        "translations",
        "workspace",
      ].map(async (feature) => [feature, await readJapaneseTexts(feature)] as const),
    ),
  );
  await expectTitles(page, [
    ["/home", texts.workspace?.home],
    ["/bookmarks", texts.messages?.bookmarks],
    ["/chat", texts.conversations?.title],
    ["/threads", texts.messages?.threads],
    ["/translations", texts.workspace?.translations],
    ...["hits", "memory", "glossary", "figures"].map(
      (page) => [`/translations/${page}`, texts.translations?.[`page_${page}`]] as const,
    ),
    ["/files", texts.files?.title],
    ["/drive", texts.files?.drive],
    ["/search", texts.search?.title],
    ["/notifications", texts.notifications?.title],
    ["/settings", texts.workspace?.settings],
    ["/profile", texts.profiles?.title],
  ]);
  // The web font must have the weight 500 for Japanese. The system's font lacks this weight, so Japanese names would
  // look thinner than Latin ones. The test loads the font itself, because not every page contains Japanese characters
  // in this weight.
  const listLoadedWeights = () =>
    page.evaluate<string[]>(`
      document.fonts.load("500 15px 'Zen Kaku Gothic New'", "田")
        .then((faces) => faces.map(({ weight, status }) => weight + " " + status))`);
  await expect.poll(listLoadedWeights).toEqual(["500 loaded"]);
  await context.close();
});

test("each page that guests find by a search engine has its own description of one sentence", async () => {
  const paths = ["/", "/service", "/price", "/contact", "/blog", "/login", "/register", "/password/forgot"];
  const pageDescriptions = await Promise.all(
    paths.map(async (path) => {
      const html = await (await fetch(`${server.address}${path}`)).text();
      return [...html.matchAll(/<meta name="description" content="([^"]{10,})"/g)].map(([, text]) => text);
    }),
  );
  expect(pageDescriptions.map((description) => description.length)).toEqual(paths.map(() => 1));
  expect(new Set(pageDescriptions.flat()).size).toBe(paths.length);
});

test("a page that is still loading has its title already", async () => {
  const { context } = await openDevice(browser, server, "emma");
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
  const { page, context } = await openDevice(browser, server, "emma");
  for (const path of ["/profile", "/admin/posts/new", "/admin/firm"]) {
    await page.goto(path);
    const saveButtons = page.getByRole("button", { name: /^(Save|Create)\b/ });
    await saveButtons.first().waitFor();
    for (const button of await saveButtons.all()) {
      // The component library Mantine writes the kind of a button into `data-variant`. The test does not compare
      // colours, because a save button is grey as long as nothing has changed.
      const buttonVariant = {
        path,
        name: await button.textContent(),
        look: await button.getAttribute("data-variant"),
      };
      expect(buttonVariant).toMatchObject({ look: "filled" });
    }
  }
  // The primary button of an error page is vermilion for strangers and indigo for signed-in people. The server sends
  // the same error page to everybody. So the test itself sets the attribute that marks a signed-in reader.
  await page.goto(`/home?${"long=".repeat(2_000)}`);
  const homeLink = page.getByRole("link", { name: "Go to the start page" });
  const readColour = () => homeLink.evaluate((link) => getComputedStyle(link).backgroundColor);
  expect(await readColour()).toBe("rgb(207, 59, 35)");
  await page.evaluate("document.documentElement.dataset.signedIn = 'true'");
  expect(await readColour()).toBe("rgb(61, 78, 172)");
  await context.close();
});
