import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { demoPassword } from "./demo-workspace.ts";

const { browser, server } = await openDemo();

/**
 * A script that runs in each page. It allows desktop notifications, and records them in `window.notices` instead of
 * showing them.
 */
const noticeRecorderScript = `(() => {
  window.notices = [];
  let permission = "granted";
  window.Notification = class extends EventTarget {
    static get permission() { return permission; }
    static async requestPermission() { return (permission = "granted"); }
    constructor(title, options) {
      super();
      this.shown = { title, body: options.body };
      window.notices.push(this.shown);
    }
    close() { window.notices = window.notices.filter((shown) => shown !== this.shown); }
  };
})()`;

async function signInOnNewPage(personName: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.address, locale: "en" });
  await context.addCookies([{ name: "session_lang", value: "en", url: server.address }]);
  await context.addInitScript(noticeRecorderScript);
  const page = await context.newPage();
  await page.goto("/login");
  await page.locator("form button[type=submit]:enabled").waitFor();
  await page.fill("input[name=email]", `${personName}@kakehashi.example`);
  await page.fill("input[name=password]", demoPassword);
  await page.locator("form button[type=submit]").click();
  await page.waitForURL("**/home");
  await page.evaluate(`(async () => {
    const send = (method, path, body, token) => fetch("/api" + path, {
      method, body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...(token && { authorization: "Bearer " + token }) },
    });
    const { data } = await (await send("POST", "/refresh-token", {})).json();
    await send("PATCH", "/users/settings", { notify_desktop: true }, data.access_token);
  })()`);
  await page.goto("/chat");
  await page.locator('a[href^="/chat/"]', { hasText: "さくら予約アプリ" }).first().click();
  await page.locator("article").last().waitFor();
  return page;
}

async function typeAndSend(page: Page, messageText: string): Promise<void> {
  await page.locator("textarea").first().fill(messageText);
  await page.keyboard.press("Enter");
}

/** Waits until the message shows that Linh has seen it. A message counts as seen after it was visible for a moment. */
const waitUntilReadByLinh = (page: Page, messageText: string) =>
  page
    .locator("article", { hasText: messageText })
    .getByRole("button", { name: /^Seen by.*Linh/ })
    .waitFor();

const hidePage = (page: Page) =>
  page.evaluate("document.hasFocus = () => false; dispatchEvent(new Event('blur'))");

test("a message causes a desktop notice only for people who are not looking at it", async () => {
  const an = await signInOnNewPage("an");
  const linh = await signInOnNewPage("linh");
  const readNotices = (page: Page) => page.evaluate<{ title: string; body: string }[]>("window.notices");
  await typeAndSend(an, "while she looks");
  await waitUntilReadByLinh(an, "while she looks");
  await hidePage(linh);
  await typeAndSend(an, "while she looks elsewhere");
  await expect
    .poll(() => readNotices(linh))
    .toEqual([{ title: "Nguyễn Văn An · さくら予約アプリ", body: "while she looks elsewhere" }]);
  expect(await readNotices(an)).toEqual([]);
});

test("no notice is shown for messages read in another tab, or in a thread that is not followed", async () => {
  const an = await signInOnNewPage("an");
  const linh = await signInOnNewPage("linh");
  const otherPage = await linh.context().newPage();
  await otherPage.addInitScript("document.hasFocus = () => false");
  await otherPage.goto(linh.url());
  await otherPage.locator("article").last().waitFor();
  const readNotices = () =>
    otherPage.evaluate<{ body: string }[]>("window.notices.map(({ body }) => ({ body }))");

  await typeAndSend(an, "read in the tab before her");
  await waitUntilReadByLinh(an, "read in the tab before her");
  const ownMessage = an.locator("article", { hasText: "read in the tab before her" });
  await ownMessage.hover();
  await ownMessage.getByRole("button", { name: "Reply in a thread" }).click();
  const reply = an.getByRole("complementary", { name: "Thread" }).locator("textarea");
  await reply.fill("a reply that is nothing to her");
  await reply.press("Enter");
  await linh.locator("article", { hasText: "1 reply" }).first().waitFor();

  await hidePage(linh);
  await typeAndSend(an, "while she looks at neither");
  // Only the notification of the newest message is open. The reply caused none, because Linh does not follow its
  // thread. The notification of the message before was closed when Linh read the message in the first tab.
  await expect.poll(readNotices).toEqual([{ body: "while she looks at neither" }]);
});
