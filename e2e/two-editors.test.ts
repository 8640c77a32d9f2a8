import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findAxeViolations } from "./axe.ts";
import { openDemo } from "./demo.ts";

// Two people edit the same story. Each sees the other's pointer and selection.

const { signIn } = await openDemo();

const findEditorNames = (page: Page) => page.getByRole("list", { name: "Also editing this story" });

test("two editors of a story see each other's pointer and selected block, until one leaves", async () => {
  const kenji = await signIn("kenji", { viewport: { width: 1440, height: 900 } });
  const an = await signIn("an", { viewport: { width: 1440, height: 900 } });
  const { id } = await kenji.call<{ id: string }>("POST", "/bots", {
    name: "Salon",
    languages: ["en"],
    platforms: ["WEB"],
  });
  const account = await an.call<{ id: string; name: string }>("GET", "/users/info");
  await kenji.call("POST", `/bots/${id}/people/${account.id}`, { part: "EDITOR" });
  const blocks = ["Welcome", "Which day?"].map((en, index) => ({
    id: `b${index}`,
    type: "text",
    text: { en },
  }));
  const story = await kenji.call<{ id: string }>("POST", `/bots/${id}/flows`, {
    name: "Greeting",
    draft: {
      start: "start",
      groups: [{ id: "start", title: "Greeting", x: 0, y: 0, blocks }],
      edges: [],
      variables: [],
    },
  });
  for (const { page } of [kenji, an]) {
    await page.goto(`/bots/${id}/story/${story.id}`);
    await page.locator("[data-part]").filter({ hasText: "Which day?" }).waitFor();
  }
  await findEditorNames(kenji.page).getByText(account.name).waitFor();
  await findEditorNames(an.page).getByRole("listitem").waitFor();
  expect(await findAxeViolations(kenji.page)).toEqual([]);

  // An selects a block. The colleague's canvas shows an outline around this block.
  const row = an.page.locator("[data-part]").filter({ hasText: "Which day?" });
  await row.click();
  const blockOutline = kenji.page.locator("[class*=outline]");
  await blockOutline.waitFor();
  const block = await kenji.page.locator("li").filter({ hasText: "Which day?" }).last().boundingBox();
  const outlineBox = await blockOutline.boundingBox();
  if (!block || !outlineBox) throw new Error("They are not in sight");
  expect(Math.abs(outlineBox.x - block.x)).toBeLessThan(4);
  expect(Math.abs(outlineBox.y - block.y)).toBeLessThan(4);
  expect(Math.abs(outlineBox.height - block.height)).toBeLessThan(6);

  // The colleague's canvas has another scroll position and zoom. An's pointer must still appear at the same block.
  const colleaguePointer = kenji.page.locator("[class*=cursor]").filter({ hasText: account.name });
  await colleaguePointer.waitFor();
  await expect
    .poll(async () => {
      const pointerBox = await colleaguePointer.boundingBox();
      return (
        pointerBox &&
        pointerBox.x > block.x &&
        pointerBox.x < block.x + block.width &&
        pointerBox.y > block.y - 4
      );
    })
    .toBe(true);
  // The pointer disappears after some seconds without movement. The outline of the selection stays.
  await colleaguePointer.waitFor({ state: "detached" });
  expect(await blockOutline.count()).toBe(1);
  await an.page.mouse.move(300, 400);
  await colleaguePointer.waitFor();

  await an.page.getByRole("link", { name: "Back to the stories" }).click();
  await findEditorNames(kenji.page).waitFor({ state: "detached" });
  expect(await blockOutline.count()).toBe(0);
});

test("a translator writes a story's missing texts at the desk, and they appear on the canvas that its editor has open", async () => {
  const kenji = await signIn("kenji", { viewport: { width: 1440, height: 900 } });
  const linh = await signIn("linh", { viewport: { width: 1440, height: 900 } });
  const { id } = await kenji.call<{ id: string }>("POST", "/bots", {
    name: "Salon",
    languages: ["en", "vi"],
    platforms: ["MESSENGER"],
  });
  const account = await linh.call<{ id: string }>("GET", "/users/info");
  await kenji.call("POST", `/bots/${id}/people/${account.id}`, { part: "AGENT" });
  const story = await kenji.call<{ id: string }>("POST", `/bots/${id}/flows`, {
    name: "Greeting",
    draft: {
      start: "start",
      groups: [
        {
          id: "start",
          title: "Greeting",
          x: 0,
          y: 0,
          blocks: [
            { id: "a", type: "text", text: { en: "Hello {{name}}" } },
            { id: "b", type: "text", text: { en: "See you soon" } },
            { id: "c", type: "end" },
          ],
        },
      ],
      edges: [],
      variables: [{ id: "n", name: "name", initial: "you" }],
    },
  });
  const { page } = kenji;
  await page.goto(`/bots/${id}/story/${story.id}`);
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("button", { name: "Request missing translations" }).click();
  const vietnameseRegion = page.getByRole("region", { name: "Tiếng Việt" });
  await vietnameseRegion.getByText("2 texts are missing").waitFor();
  await vietnameseRegion.getByRole("button", { name: "Request translation" }).click();
  await vietnameseRegion.getByText("Nobody is at it right now").waitFor();
  expect(await findAxeViolations(page)).toEqual([]);

  // The translators' list shows one entry for all texts of a bot. If a translation lacks a variable of the original, it
  // is refused, and the error names the variable.
  const translatorPage = linh.page;
  await translatorPage.goto("/translations");
  await translatorPage.getByRole("link", { name: /Salon.*2 texts wait/s }).click();
  const field = translatorPage.getByRole("textbox", { name: /^Translation into/ });
  await field.fill("Xin chào");
  await vietnameseRegion.getByText(/^At it now: /).waitFor();
  await translatorPage.keyboard.press("Control+Enter");
  await translatorPage.getByRole("alert").filter({ hasText: "{{name}}" }).waitFor();
  expect(await findAxeViolations(translatorPage)).toEqual([]);
  await translatorPage.reload();
  await expect.poll(() => field.inputValue()).toBe("Xin chào");
  await field.fill("Xin chào {{name}}");
  await translatorPage.keyboard.press("Control+Enter");
  await translatorPage.getByText("See you soon", { exact: true }).last().waitFor();
  await vietnameseRegion.getByText("1 text is missing").waitFor();

  await page.locator("[data-part]").filter({ hasText: "Hello" }).click();
  await page.getByRole("tab", { name: /Tiếng Việt/ }).click();
  await expect
    .poll(() => page.locator("#story-pane").getByRole("textbox", { name: "Text" }).inputValue())
    .toBe("Xin chào {{name}}");
});

test("a translator writes an article that its editor has open, and is told by name which broadcast was cancelled while they wrote", async () => {
  const kenji = await signIn("kenji", { viewport: { width: 1440, height: 900 } });
  const linh = await signIn("linh", { viewport: { width: 1440, height: 900 } });
  const { id } = await kenji.call<{ id: string }>("POST", "/bots", {
    name: "Nail bar",
    languages: ["en", "vi"],
    platforms: ["WEB"],
  });
  const linhAccount = await linh.call<{ id: string }>("GET", "/users/info");
  await kenji.call("POST", `/bots/${id}/people/${linhAccount.id}`, { part: "AGENT" });
  await kenji.call("POST", `/bots/${id}/articles`, {
    name: "Opening hours",
    title: { en: "We are open" },
    text: { en: "From 9 to 18" },
  });
  const broadcast = await kenji.call<{ id: string }>("POST", `/bots/${id}/broadcasts`, {
    client_id: crypto.randomUUID(),
    name: "Spring offer",
    content: { kind: "text", text: { en: "20% off" } },
    audience: {},
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await kenji.call("POST", `/bots/${id}/texts/vi`);

  // The bot's editor changes the English text of the article while the translator works on it.
  const { page } = kenji;
  await page.goto(`/bots/${id}/article`);
  await page.getByRole("button", { name: "Edit Opening hours" }).click();
  const dialog = page.getByRole("dialog");
  const englishGroup = dialog.getByRole("group", { name: "English" });
  const vietnameseGroup = dialog.getByRole("group", { name: "Tiếng Việt" });
  await englishGroup.getByRole("textbox", { name: /^Text/ }).fill("From 9 to 20");

  const translationsPage = linh.page;
  await translationsPage.goto("/translations");
  await translationsPage.getByRole("link", { name: /Nail bar.*3 texts wait/s }).click();
  await translationsPage
    .getByRole("link", { name: /Article “Opening hours”/ })
    .last()
    .waitFor();
  const field = translationsPage.getByRole("textbox", { name: /^Translation into/ });
  await field.fill("Giờ mở cửa");
  await translationsPage.keyboard.press("Control+Enter");
  await dialog.getByRole("status").filter({ hasText: "saved changes meanwhile" }).waitFor();
  expect(await vietnameseGroup.getByRole("textbox").first().inputValue()).toBe("Giờ mở cửa");
  expect(await findAxeViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const articles = await kenji.call<{ title: object; text: object }[]>("GET", `/bots/${id}/articles`);
  expect(articles).toMatchObject([
    { title: { en: "We are open", vi: "Giờ mở cửa" }, text: { en: "From 9 to 20" } },
  ]);

  // The translator's open page shows the new original. The translator hands the text over to a colleague, and then the
  // next text opens.
  await translationsPage.getByText("From 9 to 20").first().waitFor();
  await translationsPage.getByRole("button", { name: "Hand over" }).click();
  const handOverDialog = translationsPage.getByRole("dialog");
  await handOverDialog.getByRole("radio").check();
  await handOverDialog.getByRole("textbox", { name: "Note" }).fill("Please check the hours.");
  expect(await findAxeViolations(translationsPage)).toEqual([]);
  await handOverDialog.getByRole("button", { name: "Hand over" }).click();
  await handOverDialog.waitFor({ state: "detached" });
  expect(await kenji.call("GET", "/translations/bots/mine")).toMatchObject([
    {
      source: "From 9 to 20",
      handed_over_by: { id: linhAccount.id },
      hand_over_note: "Please check the hours.",
    },
  ]);
  await translationsPage.getByRole("link", { name: "Nail bar · Broadcast “Spring offer”" }).waitFor();
  await translationsPage.getByText("20% off").last().waitFor();
  await field.fill("Giảm 20%");
  await kenji.call("POST", `/bots/${id}/broadcasts/${broadcast.id}/cancel`);
  await translationsPage.getByText("This broadcast has begun or was cancelled").waitFor();
  expect(await field.inputValue()).toBe("Giảm 20%");
  expect(await translationsPage.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);
  expect(await findAxeViolations(translationsPage)).toEqual([]);
});
