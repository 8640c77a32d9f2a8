// Usage: `npm run shots [-- words]`. Takes a screenshot of every screen in every width, colour scheme and language, and
// stores it in `shots/`. Words limit the selection: the name of a screen, a width such as 390, `dark`, or a language
// such as `ja`.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { launchFullBrowser } from "./browser.ts";
import { demoEnvironment, demoPassword } from "./demo-workspace.ts";
import { registerNewcomer } from "./newcomer.ts";
import { openDevice } from "./people.ts";
import type { AppScreen, OpenAsColleague, ScreenLanguage, ScreenViewer } from "./screens/screen.ts";
import { appScreens } from "./screens.ts";
import { ServerProcess } from "./server.ts";

const shotsFolder = join(import.meta.dirname, "../shots");
const windowSizes = [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const;
const colourSchemes = ["light", "dark"] as const;
/** For each language, a person of the demo workspace who uses it. */
const memberByLanguage = { en: "emma", vi: "an", ja: "aiko" } as const satisfies Record<
  ScreenLanguage,
  string
>;
const translatorName = "linh";
const adminName = "emma";
/** The person of the demo workspace who has no profile picture in the screenshots. */
const personWithoutPicture = "kenji";
/** Two people whom the demo workspace does not have. Each registers before their first screenshot. */
const newcomerViewers = ["newcomer", "settler"] as const;
const buildEmail = (person: string) => `${person}@kakehashi.example`;
const screenLanguages = Object.keys(memberByLanguage) as ScreenLanguage[];

const selectionWords = process.argv.slice(2);

/**
 * Returns only those values that the command line names, such as a width. If it names none of them, returns all values.
 */
function filterByWords<V extends string | number>(values: readonly V[]): V[] {
  const selectedValues = values.filter((value) => selectionWords.includes(String(value)));
  return selectedValues.length > 0 ? selectedValues : [...values];
}

async function openContext(
  browser: Browser,
  server: ServerProcess,
  language: ScreenLanguage,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: server.address,
    locale: language,
    timezoneId: "Asia/Tokyo",
    // Animations jump to their end, so that a screen looks the same in every run.
    reducedMotion: "reduce",
  });
  await context.addCookies([{ name: "session_lang", value: language, url: server.address }]);
  return context;
}

async function signIn(page: Page, person: string): Promise<void> {
  await page.goto("/login");
  await page.locator("form button[type=submit]:enabled").waitFor();
  await page.fill("input[name=email]", buildEmail(person));
  await page.fill("input[name=password]", demoPassword);
  await page.locator("form button[type=submit]").click();
  await page.waitForURL(/\/(home|role)$/);
}

/** Chooses the first option on each page that asks a newcomer for a choice. Resolves when the workspace opens. */
async function chooseNewcomerOptions(page: Page): Promise<void> {
  for (const choicePath of ["role", "type_account", "working_language"]) {
    await page.waitForURL(`**/${choicePath}`);
    await page.locator("form input[type=radio]:not([value=company], [value=COMPANY])").first().check();
    await page.locator("form button[type=submit]").click();
  }
  await page.waitForURL("**/home");
}

/** The names of the screens whose screenshot failed. A failure does not stop the other screenshots. */
const failedScreens: string[] = [];

interface ScreenshotJob {
  readonly screen: AppScreen;
  readonly path: string;
  readonly file: string;
  readonly colleague: OpenAsColleague;
}

async function takeScreenshot(page: Page, { screen, path, file, colleague }: ScreenshotJob): Promise<void> {
  // The previous screen may have gone offline or set Playwright routes, so both are reset.
  await page.context().setOffline(false);
  await page.unrouteAll();
  await screen.before?.(page);
  await page.goto(path);
  await page.locator(screen.readySelector).first().waitFor();
  await screen.prepare?.(page, colleague);
  if (!screen.hasPendingRequest) await page.waitForLoadState("networkidle");
  await page.evaluate("document.fonts.ready.then(() => null)");
  // With `animations: "disabled"`, content that fades in after a delay is visible, too.
  await page.screenshot({
    path: join(shotsFolder, file),
    fullPage: screen.isFullPage ?? false,
    animations: "disabled",
  });
  await screen.after?.(page);
}

const selectedNames = new Set(filterByWords(appScreens.map(({ name }) => name)));

interface ScreenshotViewer {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly language: ScreenLanguage;
  readonly viewer: ScreenViewer;
  readonly colleague: OpenAsColleague;
}

async function takeScreenshots({
  context,
  page,
  language,
  viewer,
  colleague,
}: ScreenshotViewer): Promise<number> {
  let count = 0;
  for (const [width, height] of windowSizes.filter(([width]) =>
    filterByWords(windowSizes.map(([sizeWidth]) => sizeWidth)).includes(width),
  )) {
    await page.setViewportSize({ width, height });
    for (const colourScheme of filterByWords(colourSchemes)) {
      await page.emulateMedia({ colorScheme: colourScheme });
      for (const screen of appScreens) {
        const path = screen.path(language);
        if (screen.viewer !== viewer || path === null || !selectedNames.has(screen.name)) continue;
        const file = `${screen.name}-${width}-${colourScheme}-${language}.png`;
        await takeScreenshot(page, { screen, path, file, colleague }).then(
          () => count++,
          (error) => failedScreens.push(`${file}: ${error instanceof Error ? error.message : error}`),
        );
      }
    }
  }
  await context.close();
  return count;
}

const server = await ServerProcess.start(demoEnvironment);
try {
  const browser = await launchFullBrowser();
  try {
    await mkdir(shotsFolder, { recursive: true });
    const openAsColleague: OpenAsColleague = async (path) => {
      const { call, context } = await openDevice(browser, server, personWithoutPicture);
      await call("POST", path, {});
      await context.close();
    };
    let count = 0;
    for (const language of filterByWords(screenLanguages)) {
      const guest = await openContext(browser, server, language);
      count += await takeScreenshots({
        context: guest,
        page: await guest.newPage(),
        language,
        viewer: "guest",
        colleague: openAsColleague,
      });
      for (const viewer of newcomerViewers) {
        if (!appScreens.some((screen) => screen.viewer === viewer && selectedNames.has(screen.name)))
          continue;
        const context = await openContext(browser, server, language);
        const person = `${viewer}-${language}`;
        await registerNewcomer(context, server, { email: buildEmail(person), password: demoPassword });
        const page = await context.newPage();
        await signIn(page, person);
        if (viewer === "settler") await chooseNewcomerOptions(page);
        count += await takeScreenshots({ context, page, language, viewer, colleague: openAsColleague });
      }
      for (const [viewer, person] of [
        ["member", memberByLanguage[language]],
        ["translator", translatorName],
        ["admin", adminName],
      ] as const) {
        if (!appScreens.some((screen) => screen.viewer === viewer && selectedNames.has(screen.name)))
          continue;
        const context = await openContext(browser, server, language);
        const page = await context.newPage();
        await signIn(page, person);
        count += await takeScreenshots({ context, page, language, viewer, colleague: openAsColleague });
      }
    }
    process.stdout.write(`${count} pictures in ${shotsFolder}\n`);
    if (failedScreens.length > 0) {
      process.stderr.write(`${failedScreens.join("\n")}\n`);
      process.exitCode = 1;
    }
  } finally {
    await browser.close();
  }
} finally {
  await server.stopAndDeleteData();
}
