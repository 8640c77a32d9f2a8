import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { demoPassword } from "./demo-workspace.ts";
import { hold } from "./people.ts";

const { browser, server } = await openDemo();

/** Emma's phone. */
async function phone(): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.address,
    locale: "en-GB",
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await context.addCookies([{ name: "session_lang", value: "en", url: server.address }]);
  const answer = await context.request.post("/api/sign-in", {
    data: { email: "emma@kakehashi.example", password: demoPassword, service: "kakehashi" },
    headers: { origin: server.address },
  });
  expect(answer.ok()).toBe(true);
  return context.newPage();
}

async function openRoom(page: Page): Promise<void> {
  await page.goto("/chat");
  await page.locator('a[href^="/chat/"]').first().tap();
  await page.locator("article").last().waitFor();
}

/** Buttons of which a finger 21 px above or below their middle misses. */
function missed(page: Page, within: string): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll(${JSON.stringify(within)})]
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

test("a finger hits every button of a conversation", async () => {
  const page = await phone();
  await page.goto("/chat");
  await page.locator('a[href^="/chat/"]').first().waitFor();
  expect(await missed(page, "header, [role=tablist]")).toEqual([]);

  await openRoom(page);
  expect(await missed(page, "header, form")).toEqual([]);
  await hold(page, page.locator("article").last(), 20);
  expect(await missed(page, "[role=toolbar]")).toEqual([]);

  await page.getByRole("toolbar").getByRole("button").first().tap();
  const reaction = page.locator("article button[aria-pressed]").last();
  await reaction.waitFor();
  await page.locator("textarea").focus();
  await page.getByRole("toolbar").waitFor({ state: "detached" });
  expect(await missed(page, "article:has(button[aria-pressed])")).toEqual([]);
  await page.context().close();
});

/** Pixels between the end of one and the beginning of what stands below it; below zero where they overlap. */
async function gap(above: Locator, below: Locator): Promise<number> {
  const [one, other] = await Promise.all([above.boundingBox(), below.boundingBox()]);
  return one && other ? other.y - one.y - one.height : Number.NaN;
}

const topOf = async (page: Page, words: string): Promise<number> => {
  const box = await page.locator("aside article", { hasText: words }).boundingBox();
  return box?.y ?? Number.NaN;
};

test("replies begin below what they answer, and the first stays there until the pane is full", async () => {
  const page = await phone();
  await openRoom(page);
  await hold(page, page.locator("article").last(), 20);
  await page.getByRole("toolbar").getByRole("button", { name: "Reply in a thread" }).tap();
  const field = page.locator("aside textarea");
  await field.waitFor();
  const reply = async (words: string) => {
    await field.fill(words);
    await page.locator("aside button[type=submit]").tap();
    await page.locator("aside article[id]", { hasText: words.split("\n")[0] ?? words }).waitFor();
  };
  await reply("the first");
  const first = await topOf(page, "the first");
  const root = await page.locator("aside article").first().boundingBox();
  expect(first - (root ? root.y + root.height : 0)).toBeLessThan(100);
  await reply("the second");
  await reply("the third");
  expect(await topOf(page, "the first")).toBe(first);

  for (let number = 1; number <= 12; number++) await reply(`one more, ${number}.\n\nwith\n\nmore lines`);
  expect(await topOf(page, "the first")).toBeLessThan(first);
  await expect
    .poll(() => gap(page.locator("aside article[id]").last(), page.locator("aside form")))
    .toBeGreaterThanOrEqual(0);
  await page.context().close();
});

test("the open tab is in sight again after a conversation, and a toast covers no composer", async () => {
  const page = await phone();
  await page.goto("/chat");
  const tab = page.getByRole("tab", { name: "Threads" });
  await tab.tap();
  await page.locator("[role=tabpanel] a").first().tap();
  await page.locator("article[id]").last().waitFor();
  await page.goBack();
  await tab.waitFor();
  await expect
    .poll(async () => {
      const box = await tab.boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= 390;
    })
    .toBe(true);

  await page.getByRole("tab", { name: "All" }).tap();
  await openRoom(page);
  await hold(page, page.locator("article").last(), 20);
  await page.getByRole("toolbar").getByRole("button", { name: "Mark for translation" }).tap();
  // It comes up from below.
  await expect
    .poll(() => gap(page.locator("[role=status] > [data-tone]"), page.locator("form").last()))
    .toBeGreaterThanOrEqual(0);
  await page.context().close();
});
