import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findAxeViolations } from "../axe.ts";
import { openDemo } from "../demo.ts";

// A client creates a bot from a template and shares it with a colleague. Then the client exports the bot to a file, and
// imports this file as a copy of the bot.

const { server, signIn } = await openDemo();

const findButton = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const chooseAction = async (page: Page, name: string) => {
  await findButton(page, "More actions").click();
  const item = page.getByRole("menuitem", { name });
  if (name.startsWith("Delete"))
    expect(await item.evaluate((element) => getComputedStyle(element).color)).toBe("rgb(179, 38, 30)");
  await page.getByRole("menuitem", { name }).click();
};

test("a client makes a bot from a template, shares it, exports it as a file, and deletes it", async () => {
  const [aiko, an] = [await signIn("aiko"), await signIn("an")];
  const { page } = aiko;
  await page.goto("/bots");
  await page.getByRole("link", { name: "サロンさくら 予約案内" }).waitFor();
  await page.getByRole("link", { name: "New bot" }).click();
  await page.getByText("Software support").click();
  await findButton(page, "Create bot").click();
  await page.getByText("This is required.").waitFor();
  await page.getByLabel("Name").fill("Help desk");
  await page.getByLabel("日本語").check();
  await page.getByLabel("First language").selectOption({ label: "日本語" });
  await findButton(page, "Create bot").click();
  await page.waitForURL(/\/bots\/[0-9a-f-]{36}$/);
  await page.getByRole("heading", { name: "Help desk", level: 1 }).waitFor();
  const address = new URL(page.url()).pathname;

  // The owner renames the bot, and adds the hours at which people answer.
  await page.getByLabel("Name", { exact: true }).fill("Help desk of Aiko");
  await page.getByLabel("People answer at certain hours").check();
  await findButton(page, "Add hours on Monday").click();
  await page.getByLabel("Monday, until").first().fill("08:00");
  // The field refuses a holiday with a wrong year. In this field, Enter adds the holiday and does not submit the form.
  const holidayField = page.getByLabel("Closed on a holiday");
  await holidayField.fill("0206-12-24");
  await page.keyboard.press("Enter");
  await page.getByText("Choose a year from 2000 to 2199.").waitFor();
  await holidayField.fill("2026-12-24");
  await page.keyboard.press("Enter");
  await page.getByRole("list", { name: "Holidays" }).getByText("24 Dec 2026").waitFor();
  await findButton(page, "Save").click();
  // The first period on Monday ends at eight on the next morning, so it overlaps Monday's second period.
  await page.getByText("These hours overlap other hours.").waitFor();
  await page.getByLabel("Monday, until, the next day").first().waitFor();
  // The first field with an error gets the focus. This scrolls it into view, because the "Save" button is far below it.
  const focusedField = page.locator(":focus[aria-invalid=true]");
  await focusedField.waitFor();
  expect(await focusedField.getAttribute("aria-label")).toMatch(/^Monday, /);
  const isInSight = (field: Element) => {
    const { x, y } = field.getBoundingClientRect();
    return document.elementFromPoint(x + 8, y + 8)?.closest("[aria-invalid]") === field;
  };
  await expect.poll(() => focusedField.evaluate(isInSight)).toBe(true);
  await page.getByLabel("Monday, until").first().fill("12:00");
  await page.getByLabel("Friday, until").fill("02:00");
  await page.getByText("the next day", { exact: true }).waitFor();
  await findButton(page, "Save").click();
  await page.getByText("Settings saved").waitFor();
  await page.getByRole("heading", { name: "Help desk of Aiko", level: 1 }).waitFor();
  await page.getByText("These hours overlap other hours.").waitFor({ state: "hidden" });
  expect(await findAxeViolations(page)).toEqual([]);

  // The colleague cannot see the bot until its owner adds them. The owner then removes the colleague and adds them
  // again.
  await an.page.goto(address);
  await an.page.getByRole("heading", { name: "Bot not found" }).waitFor();
  await findButton(page, "Add person").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("searchbox").fill("Văn An");
  // The search finds only one person. Enter adds this person.
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Add: Nguyễn Văn An" }).and(page.locator(":disabled")).waitFor();
  await page.keyboard.press("Escape");
  await findButton(page, "Remove Nguyễn Văn An").click();
  await findButton(page, "Undo").click();
  await findButton(page, "Remove Nguyễn Văn An").waitFor();
  await an.page.reload();
  await an.page.getByText("You answer this bot's visitors.").waitFor();
  expect(await findButton(an.page, "Save").count()).toBe(0);

  // Importing the exported file creates another bot. If the file is damaged, the import page lists what is wrong with
  // it.
  const savedDownload = page.waitForEvent("download");
  await chooseAction(page, "Export as a file");
  const file = await readFile(await (await savedDownload).path(), "utf8");
  await page.goto("/bots");
  await findButton(page, "Import").click();
  const damagedFile = file.replace('"type":"tag"', '"type":"song"');
  expect(damagedFile).not.toBe(file);
  const chooseFile = (content: string) =>
    dialog
      .locator("input[type=file]")
      .setInputFiles({ name: "bot.json", mimeType: "application/json", buffer: Buffer.from(content) });
  await chooseFile(damagedFile);
  await dialog.getByRole("button", { name: "Import" }).click();
  await dialog.getByText(/^flows\.0\.flow\.groups\.\d+\.blocks\.0\.type$/).waitFor();
  await chooseFile(file);
  await dialog.getByRole("button", { name: "Import" }).click();
  await page.waitForURL((url) => url.pathname !== address && /\/bots\/[0-9a-f-]{36}$/.test(url.pathname));
  await page.getByRole("heading", { name: "Help desk of Aiko", level: 1 }).waitFor();

  await chooseAction(page, "Archive");
  await page.getByText("This bot is archived and answers nobody.").waitFor();
  await chooseAction(page, "Delete");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.waitForURL("**/bots");
  await expect.poll(() => page.getByRole("link", { name: "Help desk of Aiko" }).count()).toBe(1);
});

test("a message that no block waits for is answered by the first phrase that fits, and an article in use cannot be deleted", async () => {
  const { page } = await signIn("kenji");
  await page.goto("/bots");
  await page.getByRole("link", { name: "Kakehashi support" }).click();
  const tabList = page.getByRole("navigation", { name: "Pages of this bot" });
  const dialog = page.getByRole("dialog");
  const saveDialog = async () => {
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
  };
  await tabList.getByRole("link", { name: "Articles" }).click();
  await findButton(page, "New article").click();
  await dialog.getByLabel("Name").fill("The way here");
  await dialog.getByLabel("Title").nth(0).fill("アクセス");
  await dialog.getByRole("button", { name: "Add button" }).click();
  await dialog.getByLabel("Label in Japanese").fill("地図を開く");
  await dialog.getByLabel("Address", { exact: true }).fill("javascript:alert(1)");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.locator("[aria-invalid=true]").waitFor();
  await dialog.getByLabel("Address", { exact: true }).fill("https://example.com/map");
  await saveDialog();

  await tabList.getByRole("link", { name: "Phrases" }).click();
  async function addPhrase(phraseKindLabel: string, keyword: string, reactionLabel: string): Promise<void> {
    await findButton(page, "New phrase").click();
    await dialog.getByLabel("Compared how").selectOption({ label: phraseKindLabel });
    await dialog.getByRole("textbox", { name: /^(Words|Patterns)$/ }).fill(keyword);
    await dialog.getByLabel("Then the bot").selectOption({ label: reactionLabel });
  }
  await addPhrase("Pattern", "(?=a)b", "says a text");
  await dialog.getByLabel("Answer in Japanese").fill("カット 4,500円〜");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("This pattern cannot be read.").waitFor();
  await dialog.getByRole("textbox", { name: "Patterns" }).fill("りょうきん|price");
  await saveDialog();
  await addPhrase("Roughly contains", "parking\n駐車場", "says an article");
  await dialog.getByLabel("Article").selectOption({ label: "The way here" });
  await saveDialog();

  // The page has a field to try a message. It lists the phrases that match the message, with the reasons. The bot
  // answers with the first of them. The arrow keys change the order of the phrases.
  const runPhraseTest = async (text: string) => {
    await page.getByLabel("Try a message").fill(text);
    await findButton(page, "Try").click();
    return page.getByRole("list", { name: `Phrases that fit “${text}”` });
  };
  const firstMatch = (await runPhraseTest("Is there parkng? What is the PRICE?"))
    .getByRole("listitem")
    .first();
  await firstMatch.getByText("The pattern りょうきん|price fits.").waitFor();
  await page.getByRole("button", { name: /^Move: parking/ }).press("ArrowUp");
  await expect.poll(() => page.locator("[data-item]").first().textContent()).toContain("parking");
  await expect
    .poll(async () => {
      await findButton(page, "Try").click();
      return firstMatch.textContent();
    })
    .toContain("“parkng” is like “parking”, with 1 wrong letter.");
  expect(await findAxeViolations(page)).toEqual([]);

  await tabList.getByRole("link", { name: "Articles" }).click();
  await page.getByText("Used by 1 phrase").click();
  await page.getByText("It cannot be deleted while 1 phrase uses it.").waitFor();
  await page.getByRole("link", { name: "parking" }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page
    .getByRole("button", { name: /is used by phrases/ })
    .and(page.locator(":disabled"))
    .waitFor();
});

test("a person who requested translations of a bot without a story is told when they are done, with a link to its settings", async () => {
  const [kenji, linh] = [
    await signIn("kenji", { viewport: { width: 1440, height: 500 } }),
    await signIn("linh"),
  ];
  const { page } = kenji;
  const { id } = await kenji.call<{ id: string }>("POST", "/bots", {
    name: "Salon Mori",
    languages: ["en", "vi"],
    platforms: ["WEB"],
  });
  const translator = await linh.call<{ id: string }>("GET", "/users/info");
  await kenji.call("POST", `/bots/${id}/people/${translator.id}`, { part: "AGENT" });
  const article = await kenji.call<{ id: string }>("POST", `/bots/${id}/articles`, {
    name: "Opening hours",
    title: { en: "We are open from ten" },
    text: {},
  });
  await page.goto(`/bots/${id}`);
  const translationSection = page
    .getByRole("region", { name: "Translations" })
    .getByRole("region", { name: "Tiếng Việt" });
  await translationSection.getByText("1 text is missing").waitFor();
  await translationSection.getByRole("button", { name: "Request translation" }).click();
  await translationSection.getByText("Nobody is at it right now").waitFor();

  await linh.call("POST", `/bots/${id}/texts/${article.id}/title/vi`, {
    content: "Chúng tôi mở cửa từ mười giờ",
    source: "We are open from ten",
    target: "",
  });
  await page.goto("/notifications");
  await page.getByText("The texts of Salon Mori are translated: Tiếng Việt").click();
  await page.waitForURL(`**/bots/${id}#bot-translations`);
  await translationSection.getByText("All texts are there").waitFor();
  await expect
    .poll(() =>
      translationSection.evaluate(
        (sectionElement) => sectionElement.getBoundingClientRect().top < innerHeight,
      ),
    )
    .toBe(true);
});

test("on a phone the tab of the open page is visible, and the row of tabs fades at an end with more tabs", async () => {
  const { page, call } = await signIn("aiko", { viewport: { width: 390, height: 844 } });
  await page.context().addCookies([{ name: "session_lang", value: "vi", url: server.address }]);
  const { id } = await call<{ id: string }>("POST", "/bots", { name: "Salon", languages: ["vi"] });
  const row = page.getByRole("navigation").filter({ has: page.locator(`a[href="/bots/${id}/canned"]`) });
  const readFadedEnds = () => row.getAttribute("data-more");
  /**
   * Returns the names of the tabs that are at least partly visible. A tab that is entirely under a faded end of the row
   * counts as hidden.
   */
  const listVisibleTabs = () =>
    row.evaluate((node) => {
      const { left, right } = node.getBoundingClientRect();
      return [...node.children]
        .filter(
          (tab) =>
            tab.getBoundingClientRect().right > left + 44 && tab.getBoundingClientRect().left < right - 44,
        )
        .map((tab) => tab.getAttribute("href")?.split("/").at(3) ?? "");
    });
  await page.goto(`/bots/${id}`);
  await expect.poll(readFadedEnds).toBe("after");
  await page.goto(`/bots/${id}/canned`);
  await expect.poll(readFadedEnds).toBe("before after");
  expect(await listVisibleTabs()).toEqual(expect.arrayContaining(["sessions", "canned", "broadcast"]));
  await page.goto(`/bots/${id}/channels`);
  await expect.poll(readFadedEnds).toBe("before ");
  expect((await listVisibleTabs()).at(-1)).toBe("channels");
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(readFadedEnds).toBe("");
});

test("the filters of visits are wide enough for their longest words", async () => {
  const { page, call } = await signIn("aiko", { viewport: { width: 1440, height: 900 } });
  await page.context().addCookies([{ name: "session_lang", value: "vi", url: server.address }]);
  const { id } = await call<{ id: string }>("POST", "/bots", { name: "Salon", languages: ["vi"] });
  await page.goto(`/bots/${id}/sessions`);
  const fields = page.getByRole("search").locator("select");
  await fields.first().waitFor();
  /** Returns for each select element by how many pixels its longest option is wider than the element. */
  const measureOverflowPixels = () =>
    fields.evaluateAll((selectElements) =>
      selectElements.map((node) => {
        const selectElement = node as HTMLSelectElement;
        const style = getComputedStyle(selectElement);
        const canvasContext = document.createElement("canvas").getContext("2d");
        if (!canvasContext) throw new Error("No canvas.");
        canvasContext.font = style.font;
        const longestTextPixels = Math.max(
          ...[...selectElement.options].map(({ text }) => canvasContext.measureText(text).width),
        );
        return (
          longestTextPixels +
          Number.parseFloat(style.paddingLeft) +
          Number.parseFloat(style.paddingRight) -
          selectElement.clientWidth
        );
      }),
    );
  expect(Math.max(...(await measureOverflowPixels()))).toBeLessThanOrEqual(0);
});
