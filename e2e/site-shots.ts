// `npm run shots -- product`: takes pictures of the demo workspace, for the public site and the README.
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { launchFullBrowser } from "./browser.ts";
import { demoEnvironment } from "./demo-workspace.ts";
import { openDevice } from "./people.ts";
import { ServerProcess } from "./server.ts";

const webFolder = join(import.meta.dirname, "../apps/web");
const shotsFolder = join(webFolder, "app/features/site/shots");
const readmePicture = join(import.meta.dirname, "../docs/pictures/chat.png");
/**
 * The functions of the image library `sharp` that this file uses. The library comes from the web app's packages and is
 * imported without types.
 */
type OpenPicture = (bytes: Buffer) => {
  avif(options: { quality: number; effort: number }): SharpPicture;
  png(options: { palette: boolean; effort: number }): SharpPicture;
};
interface SharpPicture {
  toFile(file: string): Promise<{ width: number; height: number; size: number }>;
}
const sharp: OpenPicture = createRequire(join(webFolder, "package.json"))("sharp");

/** For each language of the public site, the person whose screen the pictures show. */
const readerByLanguage = { en: "emma", vi: "an" } as const;
const colourSchemes = ["light", "dark"] as const;
const roomName = "さくら予約アプリ";

interface SiteScreenshot {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  /** A CSS selector. The picture shows only this part of the page. */
  readonly part?: string;
}
const siteScreenshots: readonly SiteScreenshot[] = [
  { name: "room", viewport: { width: 1100, height: 700 }, part: "main" },
  { name: "phone", viewport: { width: 390, height: 760 } },
];

async function waitUntilStill(page: Page): Promise<void> {
  await page.locator("article").last().waitFor();
  await page.locator("article").last().scrollIntoViewIfNeeded();
  // Moves the pointer to a corner, so that nothing is hovered.
  await page.mouse.move(0, 0);
  await page.waitForLoadState("networkidle");
  await page.evaluate("document.fonts.ready.then(() => null)");
}

const screenshotOptions = { animations: "disabled", caret: "hide" } as const;

async function takeScreenshot(
  page: Page,
  { name, viewport, part }: SiteScreenshot,
  fileNameSuffix: string,
): Promise<void> {
  await page.setViewportSize(viewport);
  await waitUntilStill(page);
  const png = await (part
    ? page.locator(part).first().screenshot(screenshotOptions)
    : page.screenshot(screenshotOptions));
  const file = join(shotsFolder, `${name}-${fileNameSuffix}.avif`);
  const { width, height, size } = await sharp(png).avif({ quality: 55, effort: 7 }).toFile(file);
  process.stdout.write(`${file} ${width}×${height}, ${Math.round(size / 1024)} KB\n`);
}

/** Opens the demo's room as the person who reads in this language. */
async function openRoom(
  language: string,
  reader: (typeof readerByLanguage)[keyof typeof readerByLanguage],
  pixelRatio: number,
) {
  const { page, context } = await openDevice(browser, server, reader, {
    locale: language,
    timezoneId: "Asia/Tokyo",
    deviceScaleFactor: pixelRatio,
    reducedMotion: "reduce",
  });
  await context.addCookies([{ name: "session_lang", value: language, url: server.address }]);
  await page.goto("/chat");
  await page.locator('a[href^="/chat/"]', { hasText: roomName }).first().click();
  return { page, context };
}

const server = await ServerProcess.start(demoEnvironment);
const browser = await launchFullBrowser();
try {
  await mkdir(shotsFolder, { recursive: true });
  for (const [language, reader] of Object.entries(readerByLanguage)) {
    const { page, context } = await openRoom(language, reader, 1.5);
    for (const colorScheme of colourSchemes) {
      await page.emulateMedia({ colorScheme });
      for (const siteScreenshot of siteScreenshots)
        await takeScreenshot(page, siteScreenshot, `${colorScheme}-${language}`);
    }
    await context.close();
  }
  const { page, context } = await openRoom("en", readerByLanguage.en, 1);
  await page.setViewportSize({ width: 1440, height: 900 });
  await waitUntilStill(page);
  const { size } = await sharp(await page.screenshot(screenshotOptions))
    .png({ palette: true, effort: 10 })
    .toFile(readmePicture);
  process.stdout.write(`${readmePicture} ${Math.round(size / 1024)} KB\n`);
  await context.close();
} finally {
  await browser.close();
  await server.stopAndDeleteData();
}
