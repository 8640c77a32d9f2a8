// `npm run shots [-- words]`: takes screenshots into shots/: every screen in every width, colour scheme and language.
// Words select some of them: the name of a screen, 390, dark, ja …
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { launchFullBrowser } from "./browser.ts";
import { demo, demoPassword } from "./demo-workspace.ts";
import { registerNewcomer } from "./newcomer.ts";
import { device } from "./people.ts";
import type { Colleague, Language, Screen, Viewer } from "./screens/screen.ts";
import { screens } from "./screens.ts";
import { ServerProcess } from "./server.ts";

const shotsFolder = join(import.meta.dirname, "../shots");
const sizes = [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const;
const colourSchemes = ["light", "dark"] as const;
/** For each language, the person of the demo workspace who reads it. */
const members = { en: "emma", vi: "an", ja: "aiko" } as const satisfies Record<Language, string>;
const translator = "linh";
const admin = "emma";
/** A person of the demo workspace who never uploads a picture. */
const personWithoutPicture = "kenji";
/** Two people who do not exist in the demo workspace. They register when their first screenshot is taken. */
const newcomers = ["newcomer", "settler"] as const;
const buildEmail = (person: string) => `${person}@kakehashi.example`;
const languages = Object.keys(members) as Language[];

const selectingWords = process.argv.slice(2);

/**
 * Returns the values, such as the widths, that the words of the command line name. Returns all values if no word names
 * one of them.
 */
function filterByWords<V extends string | number>(values: readonly V[]): V[] {
  const selectedValues = values.filter((value) => selectingWords.includes(String(value)));
  return selectedValues.length > 0 ? selectedValues : [...values];
}

async function openContext(
  browser: Browser,
  server: ServerProcess,
  language: Language,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: server.address,
    locale: language,
    timezoneId: "Asia/Tokyo",
    // All animations jump to their end, so that the same screen always gives the same picture.
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

/** Chooses the first option on each page that a newcomer must answer, until the workspace opens. */
async function chooseNewcomerOptions(page: Page): Promise<void> {
  for (const choicePath of ["role", "type_account", "working_language"]) {
    await page.waitForURL(`**/${choicePath}`);
    await page.locator("form input[type=radio]:not([value=company], [value=COMPANY])").first().check();
    await page.locator("form button[type=submit]").click();
  }
  await page.waitForURL("**/home");
}

/** The screens whose screenshot failed. The other screenshots are still taken. */
const failures: string[] = [];

interface ScreenshotJob {
  readonly screen: Screen;
  readonly path: string;
  readonly file: string;
  readonly colleague: Colleague;
}

async function takeScreenshot(page: Page, { screen, path, file, colleague }: ScreenshotJob): Promise<void> {
  // An earlier screen may have cut the connection or set routes, so both are reset.
  await page.context().setOffline(false);
  await page.unrouteAll();
  await screen.before?.(page);
  await page.goto(path);
  await page.locator(screen.readySelector).first().waitFor();
  await screen.prepare?.(page, colleague);
  if (!screen.unfinished) await page.waitForLoadState("networkidle");
  await page.evaluate("document.fonts.ready.then(() => null)");
  // `animations: "disabled"` also shows content that would otherwise fade in after a delay.
  await page.screenshot({
    path: join(shotsFolder, file),
    fullPage: screen.whole ?? false,
    animations: "disabled",
  });
  await screen.after?.(page);
}

const selectedNames = new Set(filterByWords(screens.map(({ name }) => name)));

interface ScreenshotViewer {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly language: Language;
  readonly viewer: Viewer;
  readonly colleague: Colleague;
}

async function takeScreenshots({
  context,
  page,
  language,
  viewer,
  colleague,
}: ScreenshotViewer): Promise<number> {
  let count = 0;
  for (const [width, height] of sizes.filter(([width]) =>
    filterByWords(sizes.map(([sizeWidth]) => sizeWidth)).includes(width),
  )) {
    await page.setViewportSize({ width, height });
    for (const scheme of filterByWords(colourSchemes)) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const screen of screens) {
        const path = screen.path(language);
        if (screen.viewer !== viewer || path === null || !selectedNames.has(screen.name)) continue;
        const file = `${screen.name}-${width}-${scheme}-${language}.png`;
        await takeScreenshot(page, { screen, path, file, colleague }).then(
          () => count++,
          (error) => failures.push(`${file}: ${error instanceof Error ? error.message : error}`),
        );
      }
    }
  }
  await context.close();
  return count;
}

const server = await ServerProcess.start(demo);
try {
  const browser = await launchFullBrowser();
  try {
    await mkdir(shotsFolder, { recursive: true });
    const colleague: Colleague = async (path) => {
      const { call, context } = await device(browser, server, personWithoutPicture);
      await call("POST", path, {});
      await context.close();
    };
    let count = 0;
    for (const language of filterByWords(languages)) {
      const guest = await openContext(browser, server, language);
      count += await takeScreenshots({
        context: guest,
        page: await guest.newPage(),
        language,
        viewer: "guest",
        colleague,
      });
      for (const viewer of newcomers) {
        if (!screens.some((screen) => screen.viewer === viewer && selectedNames.has(screen.name))) continue;
        const context = await openContext(browser, server, language);
        const person = `${viewer}-${language}`;
        await registerNewcomer(context, server, { email: buildEmail(person), password: demoPassword });
        const page = await context.newPage();
        await signIn(page, person);
        if (viewer === "settler") await chooseNewcomerOptions(page);
        count += await takeScreenshots({ context, page, language, viewer, colleague });
      }
      for (const [viewer, person] of [
        ["member", members[language]],
        ["translator", translator],
        ["admin", admin],
      ] as const) {
        if (!screens.some((screen) => screen.viewer === viewer && selectedNames.has(screen.name))) continue;
        const context = await openContext(browser, server, language);
        const page = await context.newPage();
        await signIn(page, person);
        count += await takeScreenshots({ context, page, language, viewer, colleague });
      }
    }
    process.stdout.write(`${count} pictures in ${shotsFolder}\n`);
    if (failures.length > 0) {
      process.stderr.write(`${failures.join("\n")}\n`);
      process.exitCode = 1;
    }
  } finally {
    await browser.close();
  }
} finally {
  await server.stopAndDeleteData();
}
