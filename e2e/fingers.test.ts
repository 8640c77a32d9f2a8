import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { createDeviceOptions, findActionSheet, longPress, phoneOptions } from "./people.ts";

const { browser, server, signIn, signInWithOwnContext } = await openDemo();

/** Opens a page for Emma on a phone. */
const openPageOnPhone = async (): Promise<Page> => (await signIn("emma", phoneOptions)).page;

/** The demo's group in which messages are translated. */
const groupName = "さくら予約アプリ";

async function openRoom(page: Page): Promise<void> {
  await page.goto("/chat");
  await page.locator('a[href^="/chat/"]').first().tap();
  await page.locator("article").last().waitFor();
}

/** Finds buttons that are too small for a finger: a touch 21 px above or below the button's middle misses it. */
function findUndersizedTargets(page: Page, selector: string): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})]
    .flatMap((part) => [...part.querySelectorAll("button")])
    .filter((button) => button.checkVisibility({ visibilityProperty: true }))
    .filter((button) => {
      button.scrollIntoView({ block: "nearest", inline: "center" });
      const { x, y, width, height } = button.getBoundingClientRect();
      return [-21, 21].some((by) => {
        const hit = document.elementFromPoint(x + width / 2, y + height / 2 + by);
        return !button.contains(hit);
      });
    })
    .map((button) => button.getAttribute("aria-label") ?? button.textContent)`);
}

test("every button of a conversation is large enough for a finger", async () => {
  const page = await openPageOnPhone();
  await page.goto("/chat");
  await page.locator('a[href^="/chat/"]').first().waitFor();
  await expect.poll(() => findUndersizedTargets(page, "header, [role=tablist]")).toEqual([]);

  await openRoom(page);
  await expect.poll(() => findUndersizedTargets(page, "header, form")).toEqual([]);
  await longPress(page, page.locator("article").last(), 20);
  // The sheet of message actions slides up from the bottom, so the check is repeated until the sheet has stopped.
  await expect.poll(() => findUndersizedTargets(page, "[data-sheet]")).toEqual([]);

  await findActionSheet(page)
    .getByRole("button", { name: /^React with/ })
    .first()
    .tap();
  const reactionButton = page.locator("article button[aria-pressed]").last();
  await reactionButton.waitFor();
  await findActionSheet(page).waitFor({ state: "detached" });
  await expect.poll(() => findUndersizedTargets(page, "article ul:has(button[aria-pressed])")).toEqual([]);
});

/** Waits until a reply has stopped moving. Returns its distance in pixels from the top of the screen. */
const readTopAtRest = async (page: Page, messageText: string): Promise<number> => {
  const reply = page.locator("aside article[id]", { hasText: messageText });
  await reply.tap({ trial: true });
  const replyBox = await reply.boundingBox();
  return replyBox?.y ?? Number.NaN;
};

test("replies begin below their root message, and the first stays there until the pane is full", async () => {
  const page = await openPageOnPhone();
  await openRoom(page);
  await longPress(page, page.locator("article").last(), 20);
  await findActionSheet(page).getByRole("button", { name: "Reply in a thread" }).tap();
  const field = page.locator("aside textarea");
  await field.waitFor();
  await findActionSheet(page).waitFor({ state: "detached" });
  const reply = async (replyText: string) => {
    await field.fill(replyText);
    await page.locator("aside button[type=submit]").tap();
    await page.locator("aside article[id]", { hasText: replyText.split("\n")[0] ?? replyText }).waitFor();
  };
  await reply("the first");
  const firstTop = await readTopAtRest(page, "the first");
  const rootBox = await page.locator("aside article").first().boundingBox();
  expect(firstTop - (rootBox ? rootBox.y + rootBox.height : 0)).toBeLessThan(100);
  await reply("the second");
  await reply("the third");
  await expect.poll(() => readTopAtRest(page, "the first")).toBe(firstTop);

  for (let number = 1; number <= 12; number++) await reply(`one more, ${number}.\n\nwith\n\nmore lines`);
  const readBox = (element: Locator) =>
    element.evaluate((element) => element.getBoundingClientRect().toJSON());
  await expect
    .poll(async () => (await readBox(page.locator("aside article[id]", { hasText: "the first" }))).y)
    .toBeLessThan(firstTop);
  await expect
    .poll(async () => {
      const lastMessageBox = await readBox(page.locator("aside article[id]").last());
      return (await readBox(page.locator("aside form"))).y - lastMessageBox.y - lastMessageBox.height;
    })
    .toBeGreaterThanOrEqual(0);
});

/**
 * Waits for the next toast. Returns how many pixels are between the toast and the last element that the selector finds.
 * A toast disappears after two seconds. So a script in the page measures the toast as soon as it has stopped moving.
 */
const measureGapBelowToast = (page: Page, lowerElementSelector: string) =>
  page.evaluate<number>(`new Promise((resolve) => {
    const look = () => {
      const toast = document.querySelector("[role=status] > [data-tone]");
      const moves = toast?.getAnimations().some(({ playState }) => playState !== "finished") ?? true;
      if (moves) return requestAnimationFrame(look);
      const below = [...document.querySelectorAll(${JSON.stringify(lowerElementSelector)})].at(-1);
      resolve(below.getBoundingClientRect().top - toast.getBoundingClientRect().bottom);
    };
    look();
  })`);

test("the open tab is visible again after a conversation, and a toast covers neither the composer nor the bar", async () => {
  const page = await openPageOnPhone();
  await page.goto("/chat");
  const tab = page.getByRole("tab", { name: "Threads" });
  await tab.tap();
  await page.locator("[role=tabpanel] a").first().tap();
  await page.locator("article[id]").last().waitFor();
  await page.goBack();
  await tab.waitFor();
  await expect
    .poll(async () => {
      const tabBox = await tab.boundingBox();
      return tabBox !== null && tabBox.x >= 0 && tabBox.x + tabBox.width <= 390;
    })
    .toBe(true);

  await page.getByRole("tab", { name: "All" }).tap();
  await openRoom(page);
  await longPress(page, page.locator("article").last(), 20);
  const gapAboveComposer = measureGapBelowToast(page, "form");
  await findActionSheet(page).getByRole("button", { name: "Mark for translation" }).tap();
  expect(await gapAboveComposer).toBeGreaterThanOrEqual(0);

  await page.goto("/settings");
  const originalsCheckbox = page.getByRole("checkbox", { name: /^Show the original/ });
  await originalsCheckbox.waitFor();
  const gapAboveBar = measureGapBelowToast(page, "nav:has(a[href='/home'])");
  await originalsCheckbox.tap();
  expect(await gapAboveBar).toBeGreaterThanOrEqual(0);
});

test("Safari does not zoom into any field, because each has text of at least 16 pixels", async () => {
  const page = await openPageOnPhone();
  for (const path of [
    "/settings",
    "/profile",
    "/projects/new",
    "/drive",
    "/search",
    "/translations/glossary",
  ]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    const fieldsWithSmallText = await page.evaluate(`[...document.querySelectorAll("input, textarea, select")]
      .filter((field) => field.checkVisibility() && !field.ariaHidden)
      .filter(({ type }) => !["checkbox", "radio", "file"].includes(type))
      .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => field.outerHTML.slice(0, 120))`);
    expect(fieldsWithSmallText, path).toEqual([]);
  }
});

/** Finds links, buttons and checkboxes in the page's main part that a touch 11 px above or below the middle misses. */
const findTargetsBelowMinimumHeight = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll("main :is(a, button, input)")]
    .filter((target) => target.checkVisibility({ visibilityProperty: true }) && target.offsetWidth > 1)
    .filter((target) => {
      target.scrollIntoView({ block: "center", inline: "center" });
      const { x, y, width, height } = target.getBoundingClientRect();
      return [-11, 11].some((by) => {
        const hit = document.elementFromPoint(x + width / 2, y + height / 2 + by);
        return hit && !target.contains(hit) && !target.closest("label")?.contains(hit);
      });
    })
    .map((target) => target.outerHTML.slice(0, 160))`);

test("every link, button and checkbox is at least 24 pixels high for a finger", async () => {
  const signedOutContext = await browser.newContext(createDeviceOptions(server, phoneOptions));
  const signInPage = await signedOutContext.newPage();
  await signInPage.goto("/login");
  expect(await findTargetsBelowMinimumHeight(signInPage)).toEqual([]);
  await signedOutContext.close();

  const { page } = await signIn("kenji", phoneOptions);
  await page.goto("/projects");
  await page.locator('main a[href^="/projects/01"]').first().tap();
  await page.getByRole("heading", { name: "Milestones" }).waitFor();
  expect(await findTargetsBelowMinimumHeight(page)).toEqual([]);
  for (const path of [
    "/home",
    "/files",
    "/drive",
    "/search?q=予約",
    "/threads",
    "/notifications",
    "/translations",
    "/teams",
  ]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    expect(await findTargetsBelowMinimumHeight(page), path).toEqual([]);
  }
});

test("the buttons of a room stay where they are when it is muted, and a choice of notifications is confirmed", async () => {
  const page = await openPageOnPhone();
  await page.goto("/chat");
  await page.locator('a[href^="/chat/"]', { hasText: groupName }).first().tap();
  await page.locator("article").last().waitFor();
  await page.goto(`${page.url()}?details`);
  const details = page.locator("aside");
  const leaveButton = details.getByRole("button", { name: /^Leave/ });
  await leaveButton.waitFor();
  const boxBefore = await leaveButton.boundingBox();
  await details.getByRole("button", { name: "Mute the conversation" }).tap();
  await details.getByText("While muted").waitFor();
  expect(await leaveButton.boundingBox()).toEqual(boxBefore);
  await details.getByRole("button", { name: "Unmute the conversation" }).tap();

  await details.getByRole("combobox", { name: "Notify me about" }).selectOption("Mentions only");
  await page.getByRole("status").getByText("Saved.").waitFor();
});

test("a long name of a project leaves room for the side by which its rooms differ", async () => {
  const { page } = await signIn("aiko", phoneOptions);
  await page.goto("/chat");
  const sideLabels = page.locator("a[href^='/chat/'] span", { hasText: /^\s*· (Client side|Support)$/ });
  await sideLabels.first().waitFor();
  const cutOffSideLabels = await sideLabels.evaluateAll((elements) =>
    elements
      .filter((sideLabel) => {
        const text = document.createRange();
        text.selectNodeContents(sideLabel);
        return text.getBoundingClientRect().width > sideLabel.getBoundingClientRect().width + 0.01;
      })
      .map((sideLabel) => sideLabel.textContent),
  );
  expect(cutOffSideLabels).toEqual([]);
  expect(await sideLabels.count()).toBeGreaterThan(1);
});

test("a room's messages stay where they are when the names and the readers come late", async () => {
  const { page, call } = await signInWithOwnContext("aiko", phoneOptions);
  const rooms = await call<{ id: string; name: string; kind: string }[]>("GET", "/conversations");
  const room = rooms.find(({ name, kind }) => name === groupName && kind === "GROUP")?.id;
  await call("POST", `/conversations/${room}/messages`, { client_id: randomUUID(), content: "Read this" });
  await (await signIn("kenji")).call("POST", `/conversations/${room}/mark_read`);
  // Opens the room five minutes later. Below a message of this age, the page reserves space for the people who have
  // read it. Below a new message it does not.
  await page.clock.setSystemTime(Date.now() + 5 * 60_000);
  // Counts only shifts of messages. The note about the slow connection also appears and disappears during the delayed
  // requests, but it is above the messages.
  await page.addInitScript(`
    globalThis.moved = 0;
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries())
        if (sources.some(({ node }) => node?.nodeName === "ARTICLE")) moved += value;
    }).observe({ type: "layout-shift", buffered: true });`);
  await page.route(/\/api\/.*(users|seen)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await page.goto(`/chat/${room}`);
  await page.getByRole("button", { name: /^Seen by/ }).waitFor();
  await page.waitForLoadState("networkidle");
  expect(await page.evaluate<number>("moved")).toBeLessThan(0.02);
});
