import { randomUUID } from "node:crypto";
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import { demoPassword } from "./demo-workspace.ts";
import { intercept } from "./intercept.ts";
import type { ServerProcess } from "./server.ts";

export type DemoPersonName = "aiko" | "an" | "linh" | "kenji" | "emma" | "oliver";

/** A browser context in which a person is signed in, with one page. */
export interface Device {
  readonly page: Page;
  readonly context: BrowserContext;
  /** The errors that occurred in the page. A test fails if the page had any error. */
  readonly faults: string[];
  call<T>(method: "GET" | "POST" | "DELETE" | "PATCH", path: string, body?: object): Promise<T>;
}

/** The browser settings of a phone. */
export const phoneOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/**
 * Returns the options of a device's browser context. Menus are in English, so that tests can find their entries. The
 * service worker is blocked by default, because `page.route` may not see calls that a service worker handles.
 */
export const deviceOptions = (
  { address }: Pick<ServerProcess, "address">,
  options: BrowserContextOptions = {},
): BrowserContextOptions => ({
  baseURL: address,
  locale: "en-GB",
  serviceWorkers: "block",
  ...options,
});

/** Creates a device of this person with a new context. It has not opened a page yet. */
export async function device(
  browser: Browser,
  server: Pick<ServerProcess, "address">,
  name: DemoPersonName,
  options: BrowserContextOptions = {},
): Promise<Device> {
  return signInWithContext(await browser.newContext(deviceOptions(server, options)), server, name);
}

/** Signs a person in with a context that has no cookies. */
export async function signInWithContext(
  context: BrowserContext,
  { address }: Pick<ServerProcess, "address">,
  name: DemoPersonName,
): Promise<Device> {
  await context.addCookies([{ name: "session_lang", value: "en", url: address }]);
  const answer = await context.request.post("/api/sign-in", {
    data: { email: `${name}@kakehashi.example`, password: demoPassword, service: "kakehashi" },
    headers: { origin: address },
  });
  if (!answer.ok()) throw new Error(await answer.text());
  const { data } = await answer.json();
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  // React logs its rendering errors with arguments, and they count as faults. The browser logs failed calls without
  // arguments, and they do not count.
  page.on("console", (line) => {
    if (line.type() === "error" && line.args().length > 0) faults.push(`console: ${line.text()}`);
  });
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return {
    page,
    context,
    faults,
    async call(method, path, body) {
      const response = await context.request.fetch(`/api${path}`, {
        method,
        headers: { authorization: `Bearer ${data.access_token}`, origin: address },
        ...(body && { data: body }),
      });
      if (!response.ok()) throw new Error(`${method} ${path}: ${await response.text()}`);
      return (await response.json()).data;
    },
  };
}

/**
 * Resolves when the page's socket is subscribed to the live events of its person. Call it before the page is opened.
 */
export async function waitUntilSubscribed(page: Page): Promise<void> {
  const socket = await page.waitForEvent("websocket");
  await socket.waitForEvent("framereceived", ({ payload }) => String(payload).startsWith("RECEIPT"));
}

/** Creates a group of these people and opens it on each person's device. */
export async function createSharedGroup(...people: Device[]): Promise<string> {
  const [first] = people;
  if (!first) throw new Error("Somebody has to be there");
  const otherAccounts = await Promise.all(
    people.slice(1).map((person) => person.call<{ id: string }>("GET", "/users/info")),
  );
  const room = await first.call<{ id: string }>("POST", "/conversations", {
    kind: "GROUP",
    name: `Room ${randomUUID().slice(0, 8)}`,
    user_ids: otherAccounts.map(({ id }) => id),
  });
  await Promise.all(people.map(({ page }) => page.goto(`/chat/${room.id}`)));
  await Promise.all(people.map(({ page }) => composer(page).waitFor()));
  return room.id;
}

/** Finds the composer of the conversation, or of the thread beside it. */
export const composer = (page: Page) => page.getByLabel(/^Write/).first();
export const threadComposer = (page: Page) => page.getByLabel("Write a reply…");

/** Finds a message with these words, whether it is stored or still being sent. */
export const message = (page: Page, words: string) => page.locator("article", { hasText: words }).last();
/**
 * Finds a message that the server has stored. While a message is being sent, it has another row, which this function
 * does not find.
 */
export const storedMessage = (page: Page, words: string) =>
  page.locator("article[id^=message-]", { hasText: words }).last();

export async function write(page: Page, words: string): Promise<void> {
  await composer(page).fill(words);
  await composer(page).press("Enter");
}

/** Chooses an item in a message's menu. */
export async function chooseOption(page: Page, words: string, item: string): Promise<void> {
  await message(page, words).hover();
  await message(page, words).getByLabel("More", { exact: true }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

/** The sheet of actions on a touch screen. */
export const actionSheet = (page: Page) => page.getByRole("dialog", { name: "Message actions" });

/** Holds a finger on a row until its sheet of actions opens. The finger is `x` pixels from the row's right edge. */
export async function longPress(page: Page, row: Locator, x: number): Promise<void> {
  const touchSession = await page.context().newCDPSession(page);
  // Waits until the row stands still. Content that is still loading could move the row away from the finger.
  await row.tap({ trial: true });
  const box = await row.boundingBox();
  if (!box) throw new Error("The row has to be in sight");
  const touchPoint = { x: box.x + box.width - x, y: box.y + 12 };
  await touchSession.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [touchPoint] });
  await actionSheet(page).waitFor();
  await touchSession.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await touchSession.detach();
}

/**
 * Presses `button`, which is named "Try again". Calls that match `pattern` fail until the press and succeed after it.
 * Without this, a call that the page repeats by itself could remove the error before the press.
 */
export async function pressTryAgain(page: Page, pattern: string, button: Locator): Promise<void> {
  await page.evaluate(`
    window.__pressed = false;
    addEventListener("click", () => { window.__pressed = true; }, { capture: true, once: true });
  `);
  let isRetryPressed = false;
  await intercept(page, pattern, async (route) => {
    // If the page is being closed, its script fails. The call then counts as one before the press.
    isRetryPressed ||= await page.evaluate<boolean>("window.__pressed === true").catch(() => false);
    if (isRetryPressed) await route.continue();
    else await route.fallback();
  });
  await button.click();
  isRetryPressed = true;
}
