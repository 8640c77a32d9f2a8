import { readFile, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import type { CDPSession, Page } from "playwright-core";
import { launchWholeBrowser } from "../../e2e/browser.ts";
import type { Person } from "../stage.ts";

/** The reader's browser, signed in, on a page that can be slowed down and looked into. */
export interface Reader extends AsyncDisposable {
  readonly page: Page;
  readonly inside: CDPSession;
}

/** `slow`: how many times slower than this machine the page's processor is. */
export async function openReader(
  url: string,
  { email }: Person,
  password: string,
  slow: number,
): Promise<Reader> {
  await using stack = new AsyncDisposableStack();
  const browser = stack.adopt(await launchWholeBrowser(), (launched) => launched.close());
  const context = await browser.newContext({
    baseURL: url,
    locale: "en-GB",
    viewport: { width: 1280, height: 800 },
  });
  await context.addCookies([{ name: "session_lang", value: "en", url }]);
  const answer = await context.request.post("/api/sign-in", {
    data: { email, password, service: "kakehashi" },
    headers: { origin: url },
  });
  if (!answer.ok()) throw new Error(await answer.text());
  const page = await context.newPage();
  page.on("pageerror", (error) => process.stderr.write(`In the page: ${error.message}\n`));
  const probe = await readFile(join(import.meta.dirname, "in-page.ts"), "utf8");
  await page.addInitScript(stripTypeScriptTypes(probe));
  const inside = await context.newCDPSession(page);
  await inside.send("Emulation.setCPUThrottlingRate", { rate: slow });
  // Uses the processor's time, not the clock's, so that waiting on a busy machine does not count.
  await inside.send("Performance.enable", { timeDomain: "threadTicks" });
  const owned = stack.move();
  return { page, inside, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Opens a room by its address, and waits until its newest message is drawn. */
export async function enter(page: Page, room: string, newest: string): Promise<void> {
  await page.goto(`/chat/${room}`);
  await ask(page, "drawn", `#message-${newest}`);
  await page.waitForLoadState("networkidle");
}

/**
 * Moves the pointer to the middle of an element. Playwright's locators would leave a touch listener in the page, which
 * makes painting slower.
 */
export async function pointAt(page: Page, selector: string): Promise<void> {
  const { x, y } = await ask<{ x: number; y: number }>(page, "middle", selector);
  await page.mouse.move(x, y);
}

/** Calls a function that in-page.ts has put into the page. */
export function ask<R>(page: Page, name: string, ...args: readonly (string | number)[]): Promise<R> {
  return page.evaluate(`probe.${name}(${args.map((arg) => JSON.stringify(arg)).join(", ")})`);
}

/** Milliseconds of processor time of the page's main thread. */
export interface PageTime {
  all: number;
  script: number;
  style: number;
  layout: number;
}

/** Runs `work` and returns the processor time that the page's main thread took for it. */
export async function timeOf<R>(
  { inside }: Reader,
  work: () => Promise<R>,
): Promise<PageTime & { result: R }> {
  const read = async () => {
    const { metrics } = await inside.send("Performance.getMetrics");
    return new Map(metrics.map(({ name, value }) => [name, value * 1000]));
  };
  const before = await read();
  const result = await work();
  const after = await read();
  const of = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  return {
    result,
    all: of("TaskDuration"),
    script: of("ScriptDuration"),
    style: of("RecalcStyleDuration"),
    layout: of("LayoutDuration"),
  };
}

/** Runs `work` and writes V8's profile of it into `file`, if a file is given. */
export async function profiled<R>(
  { inside }: Reader,
  file: string | undefined,
  work: () => Promise<R>,
): Promise<R> {
  if (!file) return work();
  await inside.send("Profiler.enable");
  await inside.send("Profiler.start");
  const result = await work();
  const { profile } = await inside.send("Profiler.stop");
  await writeFile(file, JSON.stringify(profile));
  return result;
}
