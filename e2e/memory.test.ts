import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { expectFocused, pressTabUntilFocused } from "./focus.ts";
import { createSharedGroup, phoneOptions } from "./people.ts";

// Translators use the pages for the translation memory, for the glossary, and for the report about their work.

const { signIn } = await openDemo();
const shotsFolder = process.env.MEMORY_SHOTS;

test("a translator adds a term, is told which field is missing, changes it and removes it", async () => {
  const { page } = await signIn("linh");
  await page.goto("/translations");
  await page.getByRole("link", { name: "Glossary", exact: true }).click();
  await page.getByRole("button", { name: "New term" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("English").fill("sandbox stage");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByLabel("Tiếng Việt").and(page.locator('[aria-invalid="true"]')).waitFor();
  await dialog.getByLabel("日本語").fill("検証環境");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.waitFor({ state: "detached" });

  await page.getByRole("searchbox").fill("sandbox");
  await page.getByText("検証環境").waitFor();
  await page.getByRole("button", { name: "Edit: sandbox stage" }).click();
  await dialog.getByLabel("Tiếng Việt").fill("môi trường kiểm chứng");
  if (shotsFolder) await page.screenshot({ path: `${shotsFolder}/term.png` });
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("môi trường kiểm chứng").waitFor();

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export TBX" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^glossary-.*\.tbx$/);
  expect(await file.failure()).toBeNull();
  await page.getByRole("button", { name: "Remove: sandbox stage" }).click();
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("Nothing found").waitFor();
});

test("a term that exists already is refused at its field and the existing one is edited instead, with the keyboard and on a phone", async () => {
  const linh = await signIn("linh");
  const { page } = linh;
  const { keyboard } = page;
  const term = { en: "loading dock", vi: "cầu bốc hàng", ja: "ヨウゴ" };
  const { id } = await linh.call<{ id: string }>("POST", "/glossary", term);
  await page.goto("/translations/glossary");
  const newTermButton = page.getByRole("button", { name: "New term" });
  await pressTabUntilFocused(page, newTermButton);
  await keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expectFocused(dialog.getByLabel("English"));
  await keyboard.insertText("loading dock");
  await pressTabUntilFocused(page, dialog.getByLabel("日本語"));
  await keyboard.insertText("ﾖｳｺﾞ");
  await pressTabUntilFocused(page, dialog.getByLabel("Note"));
  await keyboard.insertText("Where lorries stop");
  await pressTabUntilFocused(page, dialog.getByRole("button", { name: "Add", exact: true }));
  await keyboard.press("Enter");
  // The server refused one field. The focus moves to this field, and the dialog keeps the typed text.
  await expectFocused(dialog.getByLabel("日本語").and(page.locator('[aria-invalid="true"]')));
  await dialog
    .getByText("The glossary has this term already: loading dock · cầu bốc hàng · ヨウゴ")
    .waitFor();
  expect(await dialog.getByLabel("Note").inputValue()).toBe("Where lorries stop");
  await dialog.getByRole("status").getByText("cầu bốc hàng").waitFor();
  await pressTabUntilFocused(page, dialog.getByRole("button", { name: "Edit that term" }));
  await keyboard.press("Enter");
  await dialog.getByRole("heading", { name: "Edit term" }).waitFor();
  await expectFocused(dialog.getByLabel("English"));
  expect(await dialog.getByLabel("Note").inputValue()).toBe("Where lorries stop");
  expect(await dialog.getByLabel("日本語").inputValue()).toBe("ヨウゴ");
  await pressTabUntilFocused(page, dialog.getByRole("button", { name: "Save", exact: true }));
  await keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await expectFocused(newTermButton);
  const [savedGlossaryTerm] = await linh.call<{ id: string; note: string }[]>(
    "GET",
    "/glossary?search=loading",
  );
  expect(savedGlossaryTerm).toMatchObject({ id, ...term, note: "Where lorries stop" });

  const phone = await signIn("kenji", phoneOptions);
  const phoneDialog = phone.page.getByRole("dialog");
  await phone.page.goto("/translations/glossary");
  await phone.page.getByRole("button", { name: "New term" }).tap();
  await phoneDialog.getByLabel("English").fill("Loading Dock");
  await phoneDialog.getByLabel("日本語").fill("ようご");
  await phoneDialog.getByRole("button", { name: "Add", exact: true }).tap();
  await phoneDialog.getByText("The glossary has this term already").waitFor();
  const editButton = phoneDialog.getByRole("button", { name: "Edit that term" });
  if (shotsFolder) await phone.page.screenshot({ path: `${shotsFolder}/known.png` });
  await editButton.tap();
  await expect.poll(() => phoneDialog.getByLabel("Tiếng Việt").inputValue()).toBe(term.vi);
  await phoneDialog.getByRole("button", { name: "Cancel" }).tap();

  // The term must be unique in the glossary. The error links to the entry that already has it, and the link opens in a
  // new tab.
  await linh.call("POST", "/glossary", { en: "ramp", vi: "dốc", ja: "傾斜路" });
  await page.goto("/translations/glossary?search=ramp");
  await page.getByRole("button", { name: "Edit: ramp" }).click();
  for (const [label, newTermText] of [
    ["English", "LOADING DOCK"],
    ["Tiếng Việt", "cầu bốc hàng"],
    ["日本語", "ようご"],
  ] as const)
    await dialog.getByLabel(label).fill(newTermText);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    dialog.getByRole("link", { name: "Show that term" }).click(),
  ]);
  await tab.getByText("Where lorries stop").waitFor();
  expect(await dialog.getByLabel("English").inputValue()).toBe("LOADING DOCK");
});

test("a translator finds a pair by either language, corrects it, and the address keeps the search", async () => {
  const { page } = await signIn("linh");
  await page.goto("/translations/memory");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export TMX" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^memory-.*\.tmx$/);
  expect(await file.failure()).toBeNull();
  const firstUnit = page.getByRole("article").first();
  const termText = ((await firstUnit.locator("p").nth(1).textContent()) ?? "").trim();
  await page.getByRole("searchbox").fill(`"${termText}"`);
  await page.locator("article mark").first().waitFor();
  await page.reload();
  await page.locator("article mark").first().waitFor();
  await firstUnit.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Translation").fill("A corrected translation");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Nothing found").waitFor();
  await page.getByRole("searchbox").fill("corrected translation");
  await firstUnit.getByRole("button", { name: "Remove" }).click();
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("Nothing found").waitFor();
});

test("on a phone, the memory begins with its pairs, and one button shows the filters and the files", async () => {
  const { page } = await signIn("linh", phoneOptions);
  await page.goto("/translations/memory");
  const firstUnit = page.getByRole("article").first();
  await firstUnit.waitFor();
  expect((await firstUnit.boundingBox())?.y).toBeLessThan(422);
  expect(await page.getByRole("button", { name: "Import", exact: true }).count()).toBe(0);
  await page.getByRole("button", { name: "Filter and files" }).tap();
  await page.getByRole("button", { name: "Import", exact: true }).waitFor();
  await page.getByLabel("Approval").selectOption("yes");
  await page.getByRole("button", { name: "1 filter", exact: true }).waitFor();
});

test("by keyboard alone, a translator searches the memory, corrects a pair and removes another", async () => {
  const [linh, aiko] = [await signIn("linh"), await signIn("aiko")];
  const { page } = linh;
  const { keyboard } = page;
  const room = await createSharedGroup(linh, aiko);
  for (const [source, target] of [
    ["検品書類は一枚です。", "Phiếu kiểm hàng có một tờ."],
    ["検品書類は青です。", "Phiếu kiểm hàng màu xanh."],
    ["検品書類は机の上です。", "Phiếu kiểm hàng ở trên bàn."],
  ]) {
    const body = { client_id: randomUUID(), content: source };
    const { id } = await aiko.call<{ id: string }>("POST", `/conversations/${room}/messages`, body);
    const translation = { content: target, revision: 1, confirmed: true };
    await linh.call("POST", `/messages/${id}/translations/vi`, translation);
  }
  const pairArticles = page.getByRole("article");
  const findPairArticle = (pairText: string) => pairArticles.filter({ hasText: pairText });
  const dialog = page.getByRole("dialog");
  await page.goto("/translations");
  await pressTabUntilFocused(page, page.getByRole("link", { name: "Memory", exact: true }));
  await keyboard.press("Enter");
  await pressTabUntilFocused(page, page.getByRole("searchbox"));
  await keyboard.insertText("検品書類");
  await expect.poll(() => pairArticles.count()).toBe(3);

  const editButton = findPairArticle("青です").getByRole("button", {
    name: /^Edit: 検品書類は青です。 · Phiếu kiểm hàng màu xanh/,
  });
  await pressTabUntilFocused(page, editButton);
  await keyboard.press("Enter");
  await expectFocused(dialog.getByLabel("Translation"));
  await keyboard.press("ControlOrMeta+a");
  await keyboard.insertText("Phiếu kiểm hàng màu xanh lam.");
  await pressTabUntilFocused(page, dialog.getByRole("button", { name: "Save", exact: true }));
  await keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await findPairArticle("màu xanh lam").waitFor();
  await expectFocused(editButton);

  // The list has three translation pairs. When the second pair is removed, the focus moves to the third. When the third
  // pair is removed, the focus moves to the first.
  const removeButton = pairArticles.nth(1).getByRole("button", { name: /^Remove: 検品書類/ });
  await pressTabUntilFocused(page, removeButton);
  await keyboard.press("Enter");
  await dialog.waitFor();
  await keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expectFocused(removeButton);
  for (const [remainingCount, focusedRowIndex] of [
    [2, 1],
    [1, 0],
  ] as const) {
    await keyboard.press("Enter");
    await pressTabUntilFocused(page, dialog.getByRole("button", { name: "Remove", exact: true }));
    await keyboard.press("Enter");
    await expect.poll(() => pairArticles.count()).toBe(remainingCount);
    await dialog.waitFor({ state: "detached" });
    await expectFocused(pairArticles.nth(focusedRowIndex).getByRole("button", { name: /^Remove: / }));
  }
});

test("after a term was removed by keyboard, the focus is at the next one, in the table and on the cards", async () => {
  const linh = await signIn("linh");
  const { page } = linh;
  const dialog = page.getByRole("dialog");
  const findRemoveButton = (name: string) => page.getByRole("button", { name: `Remove: ${name}` });
  for (const tagLetter of ["a", "b", "c", "d"])
    await linh.call("POST", "/glossary", { en: `crate ${tagLetter}`, ja: `木箱${tagLetter}` });
  await page.goto("/translations/glossary?search=crate");
  async function removeByKeyboard(name: string): Promise<void> {
    await findRemoveButton(name).focus();
    await page.keyboard.press("Enter");
    await pressTabUntilFocused(page, dialog.getByRole("button", { name: "Remove", exact: true }));
    await page.keyboard.press("Enter");
    await findRemoveButton(name).waitFor({ state: "detached" });
    await dialog.waitFor({ state: "detached" });
  }
  await removeByKeyboard("crate b");
  await expectFocused(findRemoveButton("crate c"));
  await page.setViewportSize({ width: 390, height: 844 });
  // A narrow window shows cards instead of the table. The test waits for this, because a table button that has the
  // focus would disappear.
  await page.getByRole("table").waitFor({ state: "detached" });
  await removeByKeyboard("crate d");
  await expectFocused(findRemoveButton("crate c"));
});

test("a translator imports a file, sees the result, finds its pairs, and undoes the import", async () => {
  const { page } = await signIn("linh");
  await page.goto("/translations/memory");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const pairXml =
    "<tuv xml:lang='ja'><seg>取り込みの試験</seg></tuv><tuv xml:lang='en-US'><seg>A trial of importing</seg></tuv>";
  const frenchPairXml =
    "<tuv xml:lang='ja'><seg>別の試験</seg></tuv><tuv xml:lang='fr'><seg>Un autre essai</seg></tuv>";
  const file = `<tmx version="1.4"><header srclang="ja"/><body>\n<tu>${pairXml}</tu>\n<tu>${frenchPairXml}</tu>\n</body></tmx>`;
  await dialog.locator("input[type=file]").setInputFiles({
    name: "old-tool.tmx",
    mimeType: "text/xml",
    buffer: Buffer.from(`\uFEFF${file}`, "utf16le"),
  });
  if (shotsFolder) await page.screenshot({ path: `${shotsFolder}/import.png` });
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  const card = page.getByRole("region", { name: "Imports" }).getByRole("article");
  await card.getByText("Imported", { exact: true }).waitFor();
  await card.getByText("TMX, UTF-16LE").waitFor();
  await card.getByText("1 × in another language").waitFor();
  if (shotsFolder) await page.screenshot({ path: `${shotsFolder}/imported.png` });
  const [skippedEntriesDownload] = await Promise.all([
    page.waitForEvent("download"),
    card.getByRole("link", { name: /skipped/ }).click(),
  ]);
  expect(await skippedEntriesDownload.failure()).toBeNull();
  await page.getByText("A trial of importing").waitFor();
  await page.getByRole("searchbox").fill("trial of importing");
  await page.locator("article mark").first().waitFor();

  // "Undo import" opens a dialog. It says which pairs will be removed and which will stay.
  await card.getByRole("button", { name: "Undo import" }).click();
  await dialog.getByText("Pairs that somebody has changed or approved since stay").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.locator("article mark").first().waitFor();
  await card.getByRole("button", { name: "Undo import" }).click();
  await dialog.getByRole("button", { name: "Remove what it added" }).click();
  await card.getByRole("status").getByText("Undone").waitFor();
  await card
    .locator("div", { has: page.getByText("Undone", { exact: true }) })
    .getByText("1", { exact: true })
    .waitFor();
  await card.getByRole("button", { name: "Undo import" }).waitFor({ state: "detached" });
  // The open list removes the imported pairs without a reload.
  await page.getByText("Nothing found").waitFor();
});

test("a project has a separate memory and glossary, and the page's address keeps which one is shown", async () => {
  const { page } = await signIn("linh");
  const scopeSelect = page.getByLabel("Belongs to");
  const chooseScope = (label: string) => scopeSelect.selectOption({ label });
  const dialog = page.getByRole("dialog");
  await page.goto("/translations/glossary");
  await page.getByText("acceptance test").waitFor();
  await chooseScope("さくら予約アプリ");
  await page.getByText("Where it has no term, the firm’s is used.").waitFor();
  await page.getByRole("button", { name: "New term" }).click();
  await dialog.getByLabel("English").fill("walk-in guest");
  await dialog.getByLabel("日本語").fill("飛び込み客");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("飛び込み客").waitFor();
  await page.reload();
  await page.getByText("飛び込み客").waitFor();
  const exportPath = await page.getByRole("link", { name: "Export CSV" }).getAttribute("href");
  expect(exportPath).toContain("project_id=");
  await chooseScope("Whole company");
  await page.getByText("acceptance test").waitFor();
  expect(await page.getByText("飛び込み客").count()).toBe(0);

  await page.goto("/translations/memory");
  await page.getByRole("article").first().waitFor();
  await chooseScope("さくら予約アプリ");
  // The translation memory of the project contains the translations from its team's conversation.
  await page.getByRole("article").getByText("Hạn của màn hình thanh toán").waitFor();
  // The import adds the pairs of a file to the project's translation memory.
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await dialog.locator("input[type=file]").setInputFiles({
    name: "project.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("ja,en\n飛び込みのお客様,A walk-in guest\n"),
  });
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByRole("article").getByText("A walk-in guest").waitFor();
  await chooseScope("Whole company");
  await page.getByRole("article").first().waitFor();
  await page.getByRole("searchbox").fill("A walk-in guest");
  await page.getByText("Nothing found").waitFor();
  await chooseScope("さくら予約アプリ");
  await page.locator("article mark").first().waitFor();
});

test("the figures are shown and downloaded for the period that is chosen", async () => {
  const { page } = await signIn("linh");
  await page.goto("/translations/figures");
  await page.getByLabel("Period").selectOption("7");
  await page.getByRole("heading", { name: "By conversation" }).waitFor();
  const [memoryDownload] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  expect(memoryDownload.suggestedFilename()).toMatch(/^translations .*\.csv$/);
  expect(await memoryDownload.failure()).toBeNull();
  // A click on a project limits the report to this project's conversations. The back button removes the limit.
  const project = page.getByRole("region", { name: "By project" }).getByRole("link").first();
  const name = (await project.textContent()) ?? "";
  await project.click();
  await page.waitForURL(/days=7&project=/);
  await page
    .getByLabel(/^Project/)
    .locator("option:checked", { hasText: name })
    .waitFor({ state: "attached" });
  await page.getByRole("region", { name: "By project" }).waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "By conversation" }).waitFor();
  await page.goBack();
  await project.waitFor();
});

test("a person who corrects a pair that somebody else corrected meanwhile sees the other text before they save or cancel", async () => {
  const [linh, kenji] = [await signIn("linh"), await signIn("kenji")];
  const { page } = linh;
  const dialog = page.getByRole("dialog");
  const conflictAlert = dialog.getByRole("alert");
  const saveMineButton = dialog.getByRole("button", { name: "Save mine", exact: true });

  await page.goto("/translations/memory?search=復元");
  // Two translation pairs have the same texts in opposite directions. The test edits the pair with the Japanese
  // original.
  const translation = page.locator("p:nth-of-type(2)", { hasText: "We have tried restoring from a backup." });
  const pairArticle = page.getByRole("article").filter({ has: translation });
  type TranslationPair = { id: string; source: string; target: string; changed_at: string };
  const memoryPairs = await kenji.call<TranslationPair[]>("GET", "/memory?search=復元");
  const editedMemoryPair = memoryPairs.find(
    ({ target }) => target === "We have tried restoring from a backup.",
  );
  await pairArticle.getByRole("button", { name: "Edit" }).click();
  await dialog.getByLabel("Translation").fill("We have tested restoring from a backup.");
  const otherText = "We have tried to restore from a backup.";
  const change = { target: otherText, changed_at: editedMemoryPair?.changed_at };
  await kenji.call("PATCH", `/memory/${editedMemoryPair?.id}`, change);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await conflictAlert.getByText(otherText).waitFor();
  expect(await dialog.getByLabel("Translation").inputValue()).toBe("We have tested restoring from a backup.");
  await saveMineButton.click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("We have tested restoring from a backup.").waitFor();

  const term = { en: "standby site", vi: "địa điểm dự phòng", ja: "待機系拠点" };
  type GlossaryTerm = { id: string; updated_at: string };
  const { id, updated_at } = await kenji.call<GlossaryTerm>("POST", "/glossary", term);
  await page.goto("/translations/glossary?search=standby");
  await page.getByRole("button", { name: "Edit: standby site" }).click();
  await dialog.getByLabel("Tiếng Việt").fill("trung tâm dự phòng");
  await kenji.call("PATCH", `/glossary/${id}`, { vi: "cơ sở dự phòng", updated_at });
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await conflictAlert.getByText("Tiếng Việt: cơ sở dự phòng").waitFor();
  await saveMineButton.waitFor();
  // The person cancels the dialog, which discards the typed correction. The list then shows the colleague's correction.
  await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("cơ sở dự phòng").waitFor();
});

test("an admin has a queue for support rooms and figures of every project; a developer has neither", async () => {
  const [emma, an] = [await signIn("emma"), await signIn("an")];
  await an.page.goto("/translations/memory");
  await an.page.waitForURL("**/home");
  await emma.page.goto("/translations");
  await emma.page.getByText("in a project's support room").waitFor();
  await emma.page.getByRole("link", { name: "Memory", exact: true }).click();
  await emma.page.waitForURL("**/translations/memory");

  const [project] = await emma.call<{ id: string; name: string }[]>("GET", "/projects");
  for (const { page } of [an, emma]) {
    await page.goto(`/projects/${project?.id}`);
    await page.getByRole("heading", { name: "Description" }).waitFor();
  }
  const link = ({ page }: typeof an) => page.getByRole("link", { name: "Translation figures" });
  expect(await link(an).count()).toBe(0);
  await link(emma).click();
  await emma.page.waitForURL(`**/translations/figures?project=${project?.id}`);
  await emma.page.getByLabel(/^Project/).waitFor();
});

test("a text requested in a support room is on the admins' desk, which says that none of them knows both languages", async () => {
  const [aiko, emma] = [await signIn("aiko"), await signIn("emma")];
  const projects = await aiko.call<{ id: string; name: string }[]>("GET", "/projects");
  const ownProject = projects.find(({ name }) => name === "さくら予約アプリ");
  const { conversations } = await aiko.call<{ conversations: { support: string } }>(
    "GET",
    `/projects/${ownProject?.id}`,
  );
  const messages = `/conversations/${conversations.support}/messages`;
  const { id: mid } = await aiko.call<{ id: string }>("POST", messages, {
    client_id: crypto.randomUUID(),
    content: "請求書の宛名を変更できますか。",
  });
  await emma.page.goto("/translations");
  await emma.page.getByText("in a project's support room").waitFor();
  await aiko.call("POST", `${messages}/${mid}/mark_for_translation`, { languages: ["en"] });
  const item = emma.page.locator(`ul a[href^="/translations/${mid}"]`);
  await item.getByText("Nobody knows both languages").waitFor();
  await item.click();
  const translation = emma.page.getByRole("region", { name: "Translation", exact: true });
  await translation.getByText("None of the admins in this room knows both Japanese and English").waitFor();
  expect(await translation.getByRole("textbox").count()).toBe(0);

  // A person may translate only between languages that their settings contain. After the person adds the missing
  // language, the text can be translated.
  await translation.getByRole("link", { name: "Edit the languages I know" }).click();
  await emma.page.waitForURL("**/settings#languages");
  await emma.call("POST", "/users/languages", { languages: ["ja"] });
  await emma.page.goto("/translations");
  await item.click();
  await translation.getByRole("textbox").fill("Can the invoice be addressed to somebody else?");
  await emma.page.keyboard.press("ControlOrMeta+Enter");
  await item.waitFor({ state: "detached" });
});
