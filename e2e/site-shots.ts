// `npm run shots -- product`: takes the product pictures for the public site from the demo workspace.
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { launchWholeBrowser } from "./browser.ts";
import { demo } from "./demo-workspace.ts";
import { device } from "./people.ts";
import { ServerProcess } from "./server.ts";

const web = join(import.meta.dirname, "../apps/web");
const folder = join(web, "app/features/site/shots");
/** The parts of the web app's picture library that are used here. */
type Sharp = (bytes: Buffer) => {
  avif(options: { quality: number; effort: number }): {
    toFile(file: string): Promise<{ width: number; height: number; size: number }>;
  };
};
const sharp: Sharp = createRequire(join(web, "package.json"))("sharp");

/** The person of the demo workspace for each language of the site. */
const readers = { en: "emma", vi: "an" } as const;
const schemes = ["light", "dark"] as const;
const room = "さくら予約アプリ";

interface Shot {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  /** The selector of the part to take. */
  readonly part?: string;
}
const shots: readonly Shot[] = [
  { name: "room", viewport: { width: 1100, height: 700 }, part: "main" },
  { name: "phone", viewport: { width: 390, height: 760 } },
];

async function takeShot(page: Page, { name, viewport, part }: Shot, suffix: string): Promise<void> {
  await page.setViewportSize(viewport);
  await page.locator("article").last().waitFor();
  await page.locator("article").last().scrollIntoViewIfNeeded();
  // Moves the pointer away, so that nothing is hovered.
  await page.mouse.move(0, 0);
  await page.waitForLoadState("networkidle");
  await page.evaluate("document.fonts.ready.then(() => null)");
  const options = { animations: "disabled", caret: "hide" } as const;
  const png = await (part ? page.locator(part).first().screenshot(options) : page.screenshot(options));
  const file = join(folder, `${name}-${suffix}.avif`);
  const { width, height, size } = await sharp(png).avif({ quality: 55, effort: 7 }).toFile(file);
  process.stdout.write(`${file} ${width}×${height}, ${Math.round(size / 1024)} KB\n`);
}

const server = await ServerProcess.start(demo);
const browser = await launchWholeBrowser();
try {
  await mkdir(folder, { recursive: true });
  for (const [language, reader] of Object.entries(readers)) {
    const { page, context } = await device(browser, server, reader, {
      locale: language,
      timezoneId: "Asia/Tokyo",
      deviceScaleFactor: 1.5,
      reducedMotion: "reduce",
    });
    await context.addCookies([{ name: "session_lang", value: language, url: server.address }]);
    await page.goto("/chat");
    await page.locator('a[href^="/chat/"]', { hasText: room }).first().click();
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      for (const shot of shots) await takeShot(page, shot, `${colorScheme}-${language}`);
    }
    await context.close();
  }
} finally {
  await browser.close();
  await server.remove();
}
