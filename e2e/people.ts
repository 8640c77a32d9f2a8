import { randomUUID } from "node:crypto";
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import { demoPassword } from "./demo-workspace.ts";
import { interceptRequests } from "./intercept.ts";
import type { ServerProcess } from "./server.ts";

export type DemoPersonName = "aiko" | "an" | "linh" | "kenji" | "emma" | "oliver";

/** A browser context with one page, in which a person is signed in. */
export interface SignedInDevice {
  readonly page: Page;
  readonly context: BrowserContext;
  /** The errors that occurred in the page. A test fails if this list is not empty. */
  readonly faults: string[];
  call<T>(method: "GET" | "POST" | "DELETE" | "PATCH", path: string, body?: object): Promise<T>;
}

/** Browser context options that simulate a phone. */
export const phoneOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/**
 * Returns the options of a browser context. The interface is in English, so that tests can find its texts. The service
 * worker is blocked by default, because `page.route` may not see the requests that a service worker handles.
 */
export const createDeviceOptions = (
  { address }: Pick<ServerProcess, "address">,
  options: BrowserContextOptions = {},
): BrowserContextOptions => ({
  baseURL: address,
  locale: "en-GB",
  serviceWorkers: "block",
  ...options,
});

/** Creates a browser context for this person. Its page is still empty. */
export async function openDevice(
  browser: Browser,
  server: Pick<ServerProcess, "address">,
  name: DemoPersonName,
  options: BrowserContextOptions = {},
): Promise<SignedInDevice> {
  return signInWithContext(await browser.newContext(createDeviceOptions(server, options)), server, name);
}

/** Signs a person in with a browser context that has no cookies. */
export async function signInWithContext(
  context: BrowserContext,
  { address }: Pick<ServerProcess, "address">,
  name: DemoPersonName,
): Promise<SignedInDevice> {
  await context.addCookies([{ name: "session_lang", value: "en", url: address }]);
  const signInResponse = await context.request.post("/api/sign-in", {
    data: { email: `${name}@kakehashi.example`, password: demoPassword, service: "kakehashi" },
    headers: { origin: address },
  });
  if (!signInResponse.ok()) throw new Error(await signInResponse.text());
  const { data } = await signInResponse.json();
  const page = await context.newPage();
  const pageErrors: string[] = [];
  page.on("pageerror", (error) => pageErrors.push(error.message));
  // Only console errors with arguments count. React logs rendering errors with arguments. The browser logs failed
  // requests without arguments.
  page.on("console", (line) => {
    if (line.type() === "error" && line.args().length > 0) pageErrors.push(`console: ${line.text()}`);
  });
  page.on("dialog", (dialog) => {
    pageErrors.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return {
    page,
    context,
    faults: pageErrors,
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
 * Resolves when the page's WebSocket is subscribed to the person's live events. Call this function before the page is
 * opened.
 */
export async function waitUntilSubscribed(page: Page): Promise<void> {
  const socket = await page.waitForEvent("websocket");
  await socket.waitForEvent("framereceived", ({ payload }) => String(payload).startsWith("RECEIPT"));
}

/** Creates a group with these people, and opens it on each person's page. */
export async function createSharedGroup(...people: SignedInDevice[]): Promise<string> {
  const [firstPerson] = people;
  if (!firstPerson) throw new Error("Somebody has to be there");
  const otherAccounts = await Promise.all(
    people.slice(1).map((person) => person.call<{ id: string }>("GET", "/users/info")),
  );
  const room = await firstPerson.call<{ id: string }>("POST", "/conversations", {
    kind: "GROUP",
    name: `Room ${randomUUID().slice(0, 8)}`,
    user_ids: otherAccounts.map(({ id }) => id),
  });
  await Promise.all(people.map(({ page }) => page.goto(`/chat/${room.id}`)));
  await Promise.all(people.map(({ page }) => findMessageComposer(page).waitFor()));
  return room.id;
}

/** Finds the first composer of the page. This is the composer of the conversation, unless only a thread has one. */
export const findMessageComposer = (page: Page) => page.getByLabel(/^Write/).first();
export const findThreadComposer = (page: Page) => page.getByLabel("Write a reply…");

/** Finds a message by its words, whether the server has stored it or not. */
export const findMessageByWords = (page: Page, messageText: string) =>
  page.locator("article", { hasText: messageText }).last();
/**
 * Finds a message by its words after the server has stored it. A message that is being sent has another row, without
 * the id that this function looks for.
 */
export const findStoredMessage = (page: Page, messageText: string) =>
  page.locator("article[id^=message-]", { hasText: messageText }).last();

export async function writeMessage(page: Page, messageText: string): Promise<void> {
  await findMessageComposer(page).fill(messageText);
  await findMessageComposer(page).press("Enter");
}

/** Chooses an item in the menu of a message. */
export async function chooseOption(page: Page, fieldLabel: string, item: string): Promise<void> {
  await findMessageByWords(page, fieldLabel).hover();
  await findMessageByWords(page, fieldLabel).getByLabel("More", { exact: true }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

/** Finds the sheet of message actions, which a long press opens on a touch screen. */
export const findActionSheet = (page: Page) => page.getByRole("dialog", { name: "Message actions" });

/**
 * Holds a finger on a message until the sheet of actions opens. The finger is `x` pixels from the right edge of the
 * row.
 */
export async function longPress(page: Page, row: Locator, x: number): Promise<void> {
  const touchSession = await page.context().newCDPSession(page);
  // `trial` waits until the row has stopped moving. Content that is still loading could move the row away from the
  // finger.
  await row.tap({ trial: true });
  const rowBox = await row.boundingBox();
  if (!rowBox) throw new Error("The row has to be in sight");
  const touchPoint = { x: rowBox.x + rowBox.width - x, y: rowBox.y + 12 };
  await touchSession.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [touchPoint] });
  await findActionSheet(page).waitFor();
  await touchSession.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await touchSession.detach();
}

/**
 * Presses the button "Try again". Requests that match `pattern` fail before the press and succeed after it. Otherwise
 * the page could repeat a request by itself, and the button would disappear before the press.
 */
export async function pressTryAgain(page: Page, pattern: string, button: Locator): Promise<void> {
  await page.evaluate(`
    window.__pressed = false;
    addEventListener("click", () => { window.__pressed = true; }, { capture: true, once: true });
  `);
  let isRetryPressed = false;
  await interceptRequests(page, pattern, async (route) => {
    // Evaluating the script fails if the page is closing. Then the button counts as not pressed.
    isRetryPressed ||= await page.evaluate<boolean>("window.__pressed === true").catch(() => false);
    if (isRetryPressed) await route.continue();
    else await route.fallback();
  });
  await button.click();
  isRetryPressed = true;
}
