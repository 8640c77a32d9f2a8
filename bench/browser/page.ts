import { readFile, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import type { CDPSession, Page } from "playwright-core";
import { launchFullBrowser } from "../../e2e/browser.ts";
import type { BenchPerson } from "../stage.ts";
import type { PageFunctions } from "./in-page.ts";

/** The reader's browser, signed in. The bench can slow its page down and run code inside the page. */
export interface BrowserReader extends AsyncDisposable {
  readonly page: Page;
  readonly devtools: CDPSession;
}

/**
 * Opens a browser and signs the reader in. `slowFactor` says how many times slower than this computer the page's
 * processor is.
 */
export async function openReader(
  url: string,
  { email }: BenchPerson,
  password: string,
  slowFactor: number,
): Promise<BrowserReader> {
  await using cleanupStack = new AsyncDisposableStack();
  const browser = cleanupStack.adopt(await launchFullBrowser(), (launchedBrowser) => launchedBrowser.close());
  const context = await browser.newContext({
    baseURL: url,
    locale: "en-GB",
    viewport: { width: 1280, height: 800 },
  });
  await context.addCookies([{ name: "session_lang", value: "en", url }]);
  const response = await context.request.post("/api/sign-in", {
    data: { email, password, service: "kakehashi" },
    headers: { origin: url },
  });
  if (!response.ok()) throw new Error(await response.text());
  const page = await context.newPage();
  page.on("pageerror", (error) => process.stderr.write(`In the page: ${error.message}\n`));
  const inPageScript = await readFile(join(import.meta.dirname, "in-page.ts"), "utf8");
  await page.addInitScript(`{${stripTypeScriptTypes(inPageScript)}}`);
  const devtools = await context.newCDPSession(page);
  await setSlowFactor({ devtools }, slowFactor);
  // `threadTicks` measures the page's tasks in processor time. Time in which the page waits for a busy computer is not
  // counted.
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const cleanups = cleanupStack.move();
  return { page, devtools, [Symbol.asyncDispose]: () => cleanups.disposeAsync() };
}

/** Makes the page's processor `slowFactor` times slower than this computer. */
export async function setSlowFactor(
  { devtools }: Pick<BrowserReader, "devtools">,
  slowFactor: number,
): Promise<void> {
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowFactor });
}

/** Opens a room by its URL, and waits until its newest message is drawn. */
export async function openRoomPage(page: Page, room: string, newestMessageId: string): Promise<void> {
  await page.goto(`/chat/${room}`);
  await callInPage(page, "waitUntilDrawn", `#message-${newestMessageId}`);
  await page.waitForLoadState("networkidle");
}

/**
 * Moves the pointer to the middle of an element. Does not use Playwright's locators, because they leave a touch
 * listener in the page, which slows painting down.
 */
export async function movePointer(page: Page, selector: string): Promise<void> {
  const { x, y } = await callInPage(page, "middleOfElement", selector);
  await page.mouse.move(x, y);
}

/** Calls a function of `in-page.ts` inside the page. */
export function callInPage<Name extends keyof PageFunctions>(
  page: Page,
  name: Name,
  ...args: Parameters<PageFunctions[Name]>
): Promise<Awaited<ReturnType<PageFunctions[Name]>>> {
  return page.evaluate(`probe.${name}(${args.map((argument) => JSON.stringify(argument)).join(", ")})`);
}

/** The processor time in milliseconds that the page's main thread has used. */
export interface PageProcessorTime {
  totalMs: number;
  scriptMs: number;
  styleMs: number;
  layoutMs: number;
}

/** Runs `action`, and measures the processor time in milliseconds that the page's main thread used for it. */
export async function measureProcessorTime<R>(
  { devtools }: BrowserReader,
  action: () => Promise<R>,
): Promise<PageProcessorTime & { result: R }> {
  const readProfile = async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return new Map(metrics.map(({ name, value }) => [name, value * 1000]));
  };
  const profileBefore = await readProfile();
  const result = await action();
  const profileAfter = await readProfile();
  const computeMetricDifference = (name: string) =>
    (profileAfter.get(name) ?? 0) - (profileBefore.get(name) ?? 0);
  return {
    result,
    totalMs: computeMetricDifference("TaskDuration"),
    scriptMs: computeMetricDifference("ScriptDuration"),
    styleMs: computeMetricDifference("RecalcStyleDuration"),
    layoutMs: computeMetricDifference("LayoutDuration"),
  };
}

/** Runs `action` and writes V8's profile of it into `file`, if a file is given. */
export async function runWithProfile<R>(
  { devtools }: BrowserReader,
  file: string | undefined,
  action: () => Promise<R>,
): Promise<R> {
  if (!file) return action();
  await devtools.send("Profiler.enable");
  await devtools.send("Profiler.start");
  const result = await action();
  const { profile } = await devtools.send("Profiler.stop");
  await writeFile(file, JSON.stringify(profile));
  return result;
}
