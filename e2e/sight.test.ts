import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import {
  createSharedGroup,
  findActionSheet,
  findMessageByWords,
  findMessageComposer,
  longPress,
  phoneOptions,
  type SignedInDevice,
  writeMessage,
} from "./people.ts";

// These tests use display settings that some people need: large text, a phone in landscape orientation, and forced
// system colours.

const { server, signIn, signInWithOwnContext } = await openDemo();

async function openRoom(page: Page): Promise<void> {
  await page.goto("/chat");
  // Selects the room by its name. Chats with visitors may be above it in the list.
  await page
    .locator('a[href^="/chat/"]')
    .filter({ hasText: /^さくら予約アプリ/ })
    .first()
    .click();
  await page.locator("article").last().waitFor();
}

/** Evaluates a JavaScript expression for each element that matches the selector. Returns the results. */
const evaluateEach = <T>(page: Page, selector: string, expression: string): Promise<T[]> =>
  page.evaluate(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((element) => (${expression}))`,
  );

test("at twice the text size, texts wrap and do not overlap", async () => {
  const linh = await signIn("linh", phoneOptions);
  const { page } = linh;
  await page.addInitScript(`
    const enlarge = () => document.documentElement?.style.setProperty("font-size", "200%");
    new MutationObserver(enlarge).observe(document, { childList: true });
    enlarge();
  `);
  await openRoom(page);
  const room = new URL(page.url()).pathname;
  for (const path of [
    "/home",
    "/chat",
    room,
    "/search?q=ng%C3%A0y",
    "/files",
    "/codes",
    "/bots",
    "/bots/new",
    "/notifications",
    "/settings",
  ]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    const squeezedElements = await page.evaluate(`[...document.querySelectorAll("body *")]
      .filter((element) => [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()))
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { lineHeight, fontSize } = getComputedStyle(element);
        return parseFloat(lineHeight) < parseFloat(fontSize);
      })
      .map((element) => element.outerHTML.slice(0, 120))`);
    expect(squeezedElements, path).toEqual([]);
  }
  await page.goto("/home");
  await page.locator("nav a").last().waitFor();
  await page.locator("main section a").first().waitFor();
  await page.evaluate("document.fonts.ready.then(() => null)");
  const rightEdges = await evaluateEach<number>(
    page,
    "main :is(h1, h2, p, a)",
    "element.getBoundingClientRect().right",
  );
  expect(Math.max(...rightEdges)).toBeLessThanOrEqual(phoneOptions.viewport.width);
  const labelEdges = await evaluateEach<{ left: number; right: number; width: number }>(
    page,
    // The selector finds the labels of the navigation, and not the badges with counts.
    "nav a > span:last-child",
    "element.getBoundingClientRect().toJSON()",
  );
  const visibleLabels = labelEdges.filter(({ width }) => width > 0).sort((a, b) => a.left - b.left);
  expect(visibleLabels.length).toBeGreaterThan(4);
  visibleLabels.slice(1).forEach(({ left }, index) => {
    expect(left).toBeGreaterThanOrEqual(visibleLabels[index]?.right ?? 0);
  });
});

test("Japanese texts of the interface are not broken inside phrases, but messages are broken as usual", async () => {
  const { context, page } = await signInWithOwnContext("aiko", phoneOptions);
  await context.addCookies([{ name: "session_lang", value: "ja", url: server.address }]);
  await page.goto("/settings");
  await page.getByRole("heading", { name: "設定" }).waitFor();
  const readWordBreaks = async (selector: string) =>
    new Set(await evaluateEach<string>(page, selector, "getComputedStyle(element).wordBreak"));
  expect(await readWordBreaks("main :is(li, label, button, span:not([lang]))")).toEqual(
    new Set(["auto-phrase"]),
  );

  await openRoom(page);
  expect(await readWordBreaks("article [data-message], article [data-message] *, form textarea")).toEqual(
    new Set(["normal"]),
  );
});

test("on a phone in landscape every close button, emoji and message action can be reached", async () => {
  const { page } = await signIn("linh", { ...phoneOptions, viewport: { width: 844, height: 390 } });
  await openRoom(page);
  const findCutOffElements = (selector: string) =>
    evaluateEach<string>(
      page,
      selector,
      "(({ top, bottom }) => top < 0 || bottom > innerHeight)(element.getBoundingClientRect()) ? element.outerHTML.slice(0, 120) : ''",
    ).then((labelTexts) => labelTexts.filter(Boolean));
  await expect.poll(() => findCutOffElements("nav :is(a, button)")).toEqual([]);

  await page.getByRole("button", { name: "Emojis" }).first().tap();
  const search = page.getByRole("searchbox", { name: "Search emojis" });
  await search.waitFor();
  await page.locator("[data-emoji]").first().waitFor();
  await expect.poll(() => findCutOffElements("[role=dialog] :is(input, fieldset)")).toEqual([]);
  await page.keyboard.press("Escape");
  await search.waitFor({ state: "detached" });

  await writeMessage(page, "the last of them");
  const row = findMessageByWords(page, "the last of them");
  await row.locator("[data-message]").waitFor();
  await longPress(page, row, 200);
  const deleteButton = findActionSheet(page).getByRole("button", { name: "Delete", exact: true });
  await deleteButton.scrollIntoViewIfNeeded();
  await expect
    .poll(
      async () =>
        ((await deleteButton.boundingBox())?.y ?? 999) + ((await deleteButton.boundingBox())?.height ?? 0),
    )
    .toBeLessThanOrEqual(390);
  await expect
    .poll(() => findCutOffElements("[data-sheet], [data-sheet] button[aria-label=Close]"))
    .toEqual([]);
});

test("in forced colours the selected item has a border", async () => {
  const { page } = await signIn("kenji", { forcedColors: "active" });
  await openRoom(page);
  const readOutlines = (selector: string) =>
    evaluateEach<string>(
      page,
      selector,
      "getComputedStyle(element).outlineStyle + getComputedStyle(element).outlineWidth",
    );
  await expect
    .poll(() =>
      readOutlines("nav a[aria-current=page], main a[aria-current=page], aside a[aria-current=page]"),
    )
    .toContain("solid2px");
  await expect.poll(() => readOutlines("[role=tab][aria-selected=true]")).toEqual(["solid2px"]);
  expect(await readOutlines("[role=tab][aria-selected=false]")).not.toContain("solid2px");
  await findMessageComposer(page).fill("@");
  await findMessageComposer(page).press("End");
  await page.keyboard.type("a");
  await page.locator("[role=option]").first().waitFor();
  await expect.poll(() => readOutlines("[role=option][aria-selected=true]")).toEqual(["solid2px"]);
  await page.keyboard.press("Escape");
  await findMessageComposer(page).fill("");
});

test("tables and code scroll by themselves, a paragraph runs its own way, and emojis alone are large", async () => {
  const [aiko, linh]: SignedInDevice[] = await Promise.all([signIn("aiko", phoneOptions), signIn("linh")]);
  if (!aiko || !linh) throw new Error("Both have to be there");
  const id = await createSharedGroup(aiko, linh);
  const sendMessage = (content: string) =>
    linh.call("POST", `/conversations/${id}/messages`, { client_id: randomUUID(), content });
  const columns = Array.from({ length: 10 }, (_, index) => `column ${index}`);
  const formatTableRow = (cells: string[]) => `| ${cells.join(" | ")} |`;
  await sendMessage(
    [
      formatTableRow(columns),
      formatTableRow(columns.map(() => "---")),
      formatTableRow(columns.map(() => "日本語と words")),
    ].join("\n"),
  );
  await sendMessage(`\`\`\`\n${"const word = 1; ".repeat(20)}\nend\n\`\`\``);
  await sendMessage("مرحبا بالعالم");
  await sendMessage("🎉👍🏽");
  await sendMessage("👍 ok");
  const { page } = aiko;
  await findMessageByWords(page, "👍 ok").waitFor();
  await page.evaluate("document.fonts.ready.then(() => null)");

  const cells = await evaluateEach<number>(page, "td", "element.getBoundingClientRect().width");
  expect(Math.min(...cells)).toBeGreaterThan(90);
  const scrollAreaSizes = await evaluateEach<{ own: number; all: number; height: number }>(
    page,
    "article pre, article div:has(> table)",
    "({ own: element.clientWidth, all: element.scrollWidth, height: element.clientHeight })",
  );
  expect(scrollAreaSizes.length).toBe(2);
  for (const { own, all, height } of scrollAreaSizes) {
    expect(own).toBeLessThanOrEqual(390);
    expect(all).toBeGreaterThan(own + 300);
    expect(height).toBeLessThan(110);
  }
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);

  const measureMessage = async (content: string) => {
    const [messageMargins] = await evaluateEach<{ before: number; after: number; size: number }>(
      page,
      `#${await findMessageByWords(page, content).getAttribute("id")} [data-message]`,
      `(() => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const [text, box] = [range, element].map((each) => each.getBoundingClientRect());
        const size = parseFloat(getComputedStyle(element).fontSize);
        return { before: text.left - box.left, after: box.right - text.right, size };
      })()`,
    );
    if (!messageMargins) throw new Error(`Nobody said ${content}`);
    return messageMargins;
  };
  expect((await measureMessage("مرحبا")).after).toBeLessThan(1);
  const textMessageSize = await measureMessage("👍 ok");
  expect(textMessageSize.before).toBeLessThan(1);
  expect((await measureMessage("🎉👍🏽")).size).toBeGreaterThan(1.5 * textMessageSize.size);
});
