import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { expectFocused, moveToItem, pressTabUntilFocused } from "./focus.ts";
import {
  createSharedGroup,
  findActionSheet,
  longPress,
  phoneOptions,
  type SignedInDevice,
} from "./people.ts";

// A translator works with the keyboard only. The translations appear on the readers' open pages.

const { signIn } = await openDemo();

const findTranslationField = (page: Page, language: string) =>
  page.getByRole("textbox", { name: `Translation into ${language}` });
const findVietnameseField = (page: Page) => findTranslationField(page, "Vietnamese");

/** Sends these texts to a room, each as one message. Returns the ids of the messages. */
async function sendMessages(
  { call }: SignedInDevice,
  room: string,
  texts: readonly string[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const content of texts) {
    const body = { client_id: randomUUID(), content };
    ids.push((await call<{ id: string }>("POST", `/conversations/${room}/messages`, body)).id);
  }
  return ids;
}

test("a translator writes, asks, reloads, skips, approves and rejects with the keyboard alone", async () => {
  const [aiko, an, linh] = [await signIn("aiko"), await signIn("an"), await signIn("linh")];
  const room = await createSharedGroup(aiko, an, linh);
  const texts = [
    "一件目の画面を見てください。",
    "二件目の画面を見てください。",
    "三件目の画面を見てください。",
  ];
  const [firstMessageId = "", secondMessageId = "", thirdMessageId = ""] = await sendMessages(
    aiko,
    room,
    texts,
  );
  for (const mid of [firstMessageId, secondMessageId, thirdMessageId])
    await an.call("POST", `/conversations/${room}/messages/${mid}/mark_for_translation`, { marked: true });
  const { page } = linh;
  const { keyboard } = page;
  const waitUntilMessageOpened = async (mid: string) => {
    await page.waitForURL(`**/translations/${mid}?**`);
    await expectFocused(findVietnameseField(page));
  };
  const fetchTranslation = async (mid: string) => {
    const { unit } = await linh.call<{
      unit: { translation: { state: string; content: string; claimed_by: string | null } | null };
    }>("GET", `/messages/${mid}/translations/vi`);
    return unit.translation;
  };
  const fetchTranslationState = async (mid: string) => (await fetchTranslation(mid))?.state;

  await page.goto(`/translations?room=${room}`);
  await page.getByText(texts[2] ?? "").waitFor();
  await keyboard.press("Alt+ArrowDown");
  await waitUntilMessageOpened(firstMessageId);
  // Alt+C claims a message for the translator before any text is typed. The claim stays when the translator opens
  // another message.
  const readClaimant = async () => (await fetchTranslation(firstMessageId))?.claimed_by;
  await keyboard.press("Alt+c");
  await page.getByText("You are translating this").first().waitFor();
  await keyboard.press("Alt+ArrowDown");
  await waitUntilMessageOpened(secondMessageId);
  await keyboard.press("Alt+ArrowUp");
  await waitUntilMessageOpened(firstMessageId);
  expect(await readClaimant()).not.toBeNull();
  await pressTabUntilFocused(page, page.getByRole("button", { name: "Give back" }));
  await keyboard.press("Enter");
  await page.getByRole("button", { name: "Claim" }).waitFor();
  expect(await readClaimant()).toBeNull();
  await expectFocused(findVietnameseField(page));
  await keyboard.type("Vui lòng xem màn hình thứ nhất");
  // After a reload, the unfinished translation is still in the field.
  await page.reload();
  await expectFocused(findVietnameseField(page));
  expect(await findVietnameseField(page).inputValue()).toBe("Vui lòng xem màn hình thứ nhất");
  await keyboard.press("ControlOrMeta+End");
  await keyboard.type(".");
  await keyboard.press("ControlOrMeta+Enter");
  await waitUntilMessageOpened(secondMessageId);
  await keyboard.type("Vui lòng xem");
  await keyboard.press("Alt+ArrowDown");
  await waitUntilMessageOpened(thirdMessageId);
  await pressTabUntilFocused(page, page.getByRole("button", { name: "Ask the author" }));
  await keyboard.press("Enter");
  await expectFocused(page.getByRole("textbox", { name: /^Question to / }));
  await keyboard.type("どの画面のことでしょうか。");
  await keyboard.press("ControlOrMeta+Enter");
  await page.getByText("No answer yet").waitFor();
  // The translator skipped this text. Its unfinished translation is still there.
  await keyboard.press("Alt+ArrowUp");
  await waitUntilMessageOpened(secondMessageId);
  expect(await findVietnameseField(page).inputValue()).toBe("Vui lòng xem");
  await keyboard.press("ControlOrMeta+End");
  await keyboard.type(" màn hình thứ hai.");
  await keyboard.press("ControlOrMeta+Enter");
  await waitUntilMessageOpened(thirdMessageId);
  await keyboard.type("Vui lòng xem màn hình thứ ba.");
  await keyboard.press("ControlOrMeta+Enter");
  await page.getByText("Nothing fits these filters").waitFor();
  expect(
    await Promise.all([firstMessageId, secondMessageId, thirdMessageId].map(fetchTranslationState)),
  ).toEqual(Array(3).fill("TRANSLATED"));

  await pressTabUntilFocused(page, page.getByRole("link", { name: "Mine", exact: true }));
  await keyboard.press("Enter");
  await page.waitForURL("**list=mine**");
  await page
    .getByText(texts[2] ?? "")
    .first()
    .waitFor();
  await keyboard.press("Alt+ArrowDown");
  await waitUntilMessageOpened(thirdMessageId);
  await keyboard.press("ControlOrMeta+End");
  await keyboard.type(" Cảm ơn.");
  await keyboard.press("ControlOrMeta+Shift+Enter");
  await waitUntilMessageOpened(secondMessageId);
  await expect
    .poll(() => fetchTranslation(thirdMessageId))
    .toMatchObject({
      state: "APPROVED",
      content: "Vui lòng xem màn hình thứ ba. Cảm ơn.",
    });
  const findRejectButton = (container: Page | Locator) =>
    container.getByRole("button", { name: "Reject", exact: true });
  await pressTabUntilFocused(page, findRejectButton(page));
  await keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expectFocused(dialog.getByLabel("Reason"));
  await keyboard.type("Too short.");
  await keyboard.press("ControlOrMeta+Enter");
  await page.getByText("Reason: Too short.").waitFor();
  expect(await fetchTranslationState(secondMessageId)).toBe("NEEDS_RETRANSLATION");
});

test("what a translator had written for a deleted message stays until they discard it", async () => {
  const [aiko, linh] = [await signIn("aiko"), await signIn("linh")];
  const room = await createSharedGroup(aiko, linh);
  const [mid = ""] = await sendMessages(aiko, room, ["この画面を見てください。"]);
  const { page } = linh;
  await page.goto(`/translations/${mid}?to=vi`);
  await findVietnameseField(page).fill("Vui lòng xem màn hình này.");
  await aiko.call("DELETE", `/conversations/${room}/messages/${mid}`);
  await page.getByText("This message is not there any more, or you cannot read it.").waitFor();
  const keptTextRegion = page.getByRole("region", { name: "What you had written" });
  await keptTextRegion.getByText("Vui lòng xem màn hình này.").waitFor();
  await keptTextRegion.getByRole("button", { name: "Discard" }).click();
  await keptTextRegion.waitFor({ state: "detached" });
});

test("a glossary term is inserted at the caret, and links to its entry, from which one can go back to the draft", async () => {
  const [aiko, linh] = [await signIn("aiko"), await signIn("linh")];
  const room = await createSharedGroup(aiko, linh);
  const [mid = ""] = await sendMessages(aiko, room, ["管理画面を開いてください。"]);
  const { page } = linh;
  await page.goto(`/translations/${mid}?to=vi`);
  await findVietnameseField(page).fill("Vui lòng mở.");
  await findVietnameseField(page).press("ArrowLeft");
  const glossaryRegion = page.getByRole("region", { name: "Glossary" });
  await glossaryRegion.getByRole("button", { name: "trang quản trị" }).click();
  await expectFocused(findVietnameseField(page));
  expect(await findVietnameseField(page).inputValue()).toBe("Vui lòng mở trang quản trị.");
  await glossaryRegion.getByRole("link", { name: "管理画面" }).click();
  const entry = page.getByRole("row", { name: /admin page/ });
  await entry.getByText("trang quản trị").waitFor();
  expect(await page.getByRole("row").count()).toBe(2);
  await page.goBack();
  await findVietnameseField(page).waitFor();
  expect(await findVietnameseField(page).inputValue()).toBe("Vui lòng mở trang quản trị.");
});

test("the history of a translation shows its older steps on request, also the first", async () => {
  const [aiko, linh] = [await signIn("aiko"), await signIn("linh")];
  const room = await createSharedGroup(aiko, linh);
  const [mid = ""] = await sendMessages(aiko, room, ["来週の予定を送ってください。"]);
  const translationPath = `/messages/${mid}/translations/vi`;
  await linh.call("POST", translationPath, { content: "Bản thứ 1.", revision: 1, confirmed: true });
  for (let version = 1; version <= 24; version++)
    await linh.call("PATCH", translationPath, {
      content: `Bản thứ ${version + 1}.`,
      version,
      revision: 1,
      confirmed: true,
    });
  await linh.page.goto(`/translations/${mid}?to=vi`);
  const historyRegion = linh.page.getByRole("region", { name: "History" });
  await historyRegion.getByText("Bản thứ 25.").first().waitFor();
  expect(await historyRegion.getByText("Bản thứ 1.", { exact: true }).count()).toBe(0);
  await historyRegion.getByText("What changed").first().click();
  await historyRegion.locator("del", { hasText: "24" }).first().waitFor();
  await historyRegion.locator("ins", { hasText: "25" }).first().waitFor();
  await historyRegion.getByRole("button", { name: "Show older steps" }).click();
  await historyRegion.getByText("Bản thứ 1.", { exact: true }).waitFor();
  await historyRegion.getByRole("button", { name: "Show older steps" }).waitFor({ state: "detached" });
});

test("the message that is being read does not move while translations arrive above and below it", async () => {
  const [aiko, an, linh] = [await signIn("aiko"), await signIn("an"), await signIn("linh")];
  const room = await createSharedGroup(aiko, an, linh);
  const ids = await sendMessages(
    aiko,
    room,
    Array.from({ length: 40 }, (_, index) => `${index + 1}番目の確認事項です。よろしくお願いします。`),
  );
  const row = (index: number) => an.page.locator(`#message-${ids[index]}`);
  await an.page.goto(`/chat/${room}?message=${ids[20]}`);
  await row(20).waitFor();
  await row(20).evaluate((element) => element.scrollIntoView({ block: "start" }));
  await an.page.evaluate("document.fonts.ready.then(() => null)");
  const readReaderRowTop = async () => Math.round((await row(20).boundingBox())?.y ?? 0);
  let readerRowTopPixels = 0;
  await expect
    .poll(async () => {
      const rowTopBefore = readerRowTopPixels;
      readerRowTopPixels = await readReaderRowTop();
      return readerRowTopPixels - rowTopBefore;
    })
    .toBe(0);
  const longText = "Đây là bản dịch dài hơn nhiều dòng so với bản gốc, để hàng cao lên. ".repeat(6).trim();
  const submitTranslation = (index: number, content: string) =>
    linh.call("POST", `/messages/${ids[index]}/translations/vi`, { content, revision: 1, confirmed: true });
  for (const index of [2, 17, 19, 22, 39]) await submitTranslation(index, `${index}: ${longText}`);
  // The list draws the visible rows and the rows near them. Row 22 is visible, and row 19 is just above the visible
  // part.
  for (const index of [19, 22]) await row(index).getByText(`${index}: Đây là`).waitFor({ state: "attached" });
  expect(await readReaderRowTop()).toBe(readerRowTopPixels);

  // A row above the pointer grows. The row under the pointer must stay where it is.
  await row(21).hover();
  // The page notices the new position of the pointer in the next frame. So the test waits for two frames.
  await an.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  const hoveredRowBox = await row(21).boundingBox();
  await submitTranslation(20, `20: ${longText}`);
  await row(20).getByText("20: Đây là").waitFor();
  expect(Math.round((await row(21).boundingBox())?.y ?? 0)).toBe(Math.round(hoveredRowBox?.y ?? -1));

  // The newest message gets a translation, so its row grows. A reader at the end of the list must still see the whole
  // row.
  await an.page.goto(`/chat/${room}?message=${ids[39]}`);
  await row(39).getByText("39: Đây là").waitFor();
  const [lastMessageId = ""] = await sendMessages(aiko, room, ["最後の確認事項です。"]);
  const lastRow = an.page.locator(`#message-${lastMessageId}`);
  await lastRow.waitFor();
  await linh.call("POST", `/messages/${lastMessageId}/translations/vi`, {
    content: longText,
    revision: 1,
    confirmed: true,
  });
  await lastRow.getByText("Đây là bản dịch dài").waitFor();
  const list = an.page.getByLabel("Messages", { exact: true });
  await expect
    .poll(async () => {
      const [rowBox, listBox] = [await lastRow.boundingBox(), await list.boundingBox()];
      return rowBox && listBox && rowBox.y + rowBox.height <= listBox.y + listBox.height + 1;
    })
    .toBe(true);
});

test("a developer reads originals beside translations and writes one in place, and an author corrects a message's language", async () => {
  const [aiko, an, emma, linh] = [
    await signIn("aiko"),
    await signIn("an"),
    await signIn("emma"),
    await signIn("linh"),
  ];
  const room = await createSharedGroup(aiko, an, emma, linh);
  const [mid = ""] = await sendMessages(aiko, room, ["明日の会議は十時からです。"]);
  await linh.call("POST", `/messages/${mid}/translations/vi`, {
    content: "Ngày mai họp lúc 10 giờ.",
    revision: 1,
  });
  const row = an.page.locator(`#message-${mid}`);
  await row.getByText("Ngày mai họp lúc 10 giờ.").waitFor();
  expect(await row.getByText("明日の会議は十時からです。").count()).toBe(0);
  await an.page.goto("/settings");
  const saveResponse = an.page.waitForResponse(
    (response) => response.request().method() !== "GET" && response.url().includes("settings"),
  );
  await an.page.getByLabel("Show the original beside each translation").click();
  await saveResponse;
  await an.page.goto(`/chat/${room}`);
  await row.getByText("明日の会議は十時からです。").waitFor();
  await row.getByText("Ngày mai họp lúc 10 giờ.").waitFor();

  // A person who knows both languages can translate a message directly below it.
  const [nextMessageId = ""] = await sendMessages(aiko, room, ["会議室は三階です。"]);
  const nextRow = an.page.locator(`#message-${nextMessageId}`);
  await nextRow.getByText("会議室は三階です。").waitFor();
  expect(await nextRow.getByRole("button", { name: "Translate it yourself" }).count()).toBe(0);
  await an.call("POST", "/users/languages", { languages: ["vi", "ja"] });
  await an.page.reload();
  await nextRow.getByRole("button", { name: "Translate it yourself" }).click();
  await expectFocused(findVietnameseField(an.page));
  await an.page.keyboard.type("Phòng họp ở tầng ba.");
  await an.page.keyboard.press("ControlOrMeta+Enter");
  await findVietnameseField(an.page).waitFor({ state: "detached" });
  const linhRow = linh.page.locator(`#message-${nextMessageId}`);
  await linhRow.getByText("Phòng họp ở tầng ba.").waitFor();
  await linhRow.getByText("Nguyễn Văn An").first().waitFor();

  // The target language can be any language that the person knows and that other members of the room read. It need not
  // be the person's own language.
  await an.call("POST", "/users/languages", { languages: ["vi", "ja", "en"] });
  await an.page.reload();
  await nextRow.getByRole("button", { name: "Edit", exact: true }).click();
  const target = nextRow.getByRole("combobox", { name: "Language of the translation" });
  await expect
    .poll(() => target.locator("option").allTextContents())
    .toEqual(["Into Vietnamese", "Into English"]);
  await target.selectOption({ label: "Into English" });
  await findTranslationField(an.page, "English").fill("The meeting room is on the third floor.");
  await an.page.keyboard.press("ControlOrMeta+Enter");
  await target.waitFor({ state: "detached" });
  await emma.page
    .locator(`#message-${nextMessageId}`)
    .getByText("The meeting room is on the third floor.")
    .waitFor();
  await nextRow.getByText("Phòng họp ở tầng ba.").waitFor();
  // The menu of a message in the person's own language has an entry that opens the editor.
  const [own = ""] = await sendMessages(an, room, ["Mình đến muộn một chút."]);
  const ownMessage = an.page.locator(`#message-${own}`);
  await ownMessage.hover();
  await ownMessage.getByRole("button", { name: "More", exact: true }).click();
  await an.page.getByRole("menuitem", { name: "Ask for a translation with a note" }).click();
  await an.page.getByRole("dialog").getByRole("button", { name: "Translate it myself" }).click();
  await expectFocused(findTranslationField(an.page, "English"));
  await ownMessage.getByRole("combobox").selectOption({ label: "Into Japanese" });
  await findTranslationField(an.page, "Japanese").fill("少し遅れます。");
  await an.page.keyboard.press("ControlOrMeta+Enter");
  await aiko.page.locator(`#message-${own}`).getByText("少し遅れます。").waitFor();

  // Two words are too few to detect a language. So the page assumes that the text is in the author's language.
  const [shortMessageId = ""] = await sendMessages(aiko, room, ["meeting OK"]);
  const askButton = emma.page
    .locator(`#message-${shortMessageId}`)
    .getByRole("button", { name: "Ask for a translation" });
  await askButton.waitFor();
  const shortRow = aiko.page.locator(`#message-${shortMessageId}`);
  await shortRow.hover();
  await shortRow.getByRole("button", { name: "More", exact: true }).click();
  await aiko.page.getByRole("menuitem", { name: "Edit", exact: true }).click();
  const languageButton = shortRow.getByRole("button", { name: "Language: 日本語" });
  await languageButton.click();
  const dialog = aiko.page.getByRole("dialog");
  await dialog.getByLabel("English").check();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await shortRow.getByRole("button", { name: "Language: English" }).waitFor();
  await askButton.waitFor({ state: "detached" });
});

test("a person who translated a message in place continues with the missing language, and is told what the checks found", async () => {
  const [emma, aiko, linh] = [await signIn("emma"), await signIn("aiko"), await signIn("linh")];
  const { page } = linh;
  const room = await createSharedGroup(emma, aiko, linh);
  const [mid = ""] = await sendMessages(emma, room, ["The booking page is ready."]);
  const row = page.locator(`#message-${mid}`);
  await row.getByRole("button", { name: "Translate it yourself" }).click();
  await findVietnameseField(page).fill("Trang đặt bàn đã sẵn sàng.");
  await row.getByRole("button", { name: "Save", exact: true }).click();
  const question = page.getByRole("dialog");
  await question.getByText("The glossary translates “booking” as “đặt lịch”.").waitFor();
  await question.getByRole("button", { name: "Save anyway" }).click();
  await row.getByRole("button", { name: "Translate into Japanese" }).click();
  await expectFocused(findTranslationField(page, "Japanese"));
  await findTranslationField(page, "Japanese").fill("予約ページができました。");
  await page.keyboard.press("Control+Enter");
  await aiko.page.locator(`#message-${mid}`).getByText("予約ページができました。").waitFor();
  await row.getByRole("button", { name: "Translate into Japanese" }).waitFor({ state: "detached" });
});

test("a message in one's own language is translated by its menu, by hand or by keyboard, into each language that the room reads", async () => {
  const [linh, aiko, emma] = [await signIn("linh"), await signIn("aiko"), await signIn("emma")];
  const { page } = linh;
  const room = await createSharedGroup(linh, aiko, emma);
  const [mid = ""] = await sendMessages(linh, room, ["Thứ sáu mình gửi bản thiết kế."]);
  const row = page.locator(`#message-${mid}`);
  const moreButton = row.getByRole("button", { name: "More", exact: true });
  const entry = (name: string) => page.getByRole("menuitem", { name, exact: true });
  await row.hover();
  await moreButton.click();
  await entry("Translate into English here").waitFor();
  await entry("Translate into Japanese here").click();
  await expectFocused(findTranslationField(page, "Japanese"));
  await page.keyboard.insertText("金曜日に図面を送ります。");
  await page.keyboard.press("Control+Enter");
  await aiko.page.locator(`#message-${mid}`).getByText("金曜日に図面を送ります。").waitFor();
  await findTranslationField(page, "Japanese").waitFor({ state: "detached" });

  // An entry of the message's menu opens the editor. The editor contains the current translation, so that it can be
  // corrected.
  await expectFocused(row.locator("[data-message]"));
  await pressTabUntilFocused(page, moreButton);
  await page.keyboard.press("Enter");
  await moveToItem(page, "Edit the Japanese translation");
  await page.keyboard.press("Enter");
  await expectFocused(findTranslationField(page, "Japanese"));
  expect(await findTranslationField(page, "Japanese").inputValue()).toBe("金曜日に図面を送ります。");
  await row.getByRole("combobox", { name: "Language of the translation" }).selectOption("en");
  await findTranslationField(page, "English").fill("I will send the drawings on Friday.");
  await findTranslationField(page, "English").press("Control+Enter");
  await emma.page.locator(`#message-${mid}`).getByText("I will send the drawings on Friday.").waitFor();

  // A person who knows several languages sees a line with the message's translations, and can show each of them. A
  // person who knows only one language does not see this line.
  await expect.poll(() => row.getByText("Translated", { exact: true }).count()).toBe(2);
  await pressTabUntilFocused(page, row.getByRole("button", { name: "Show the Japanese translation" }));
  await page.keyboard.press("Enter");
  await row.getByText("金曜日に図面を送ります。").waitFor();
  // The line below the message names the translator. The translation appears below this line.
  const line = row.locator("div:has(> button)", {
    has: page.getByRole("button", { name: "Hide the Japanese" }),
  });
  await line.last().getByText("Phạm Thùy Linh").waitFor();
  expect(await line.last().locator("+ div").textContent()).toContain("金曜日に図面を送ります。");
  expect(await row.getByText("I will send the drawings on Friday.").count()).toBe(0);
  await expectFocused(row.getByRole("button", { name: "Hide the Japanese translation", expanded: true }));
  const editBody = { content: "Thứ hai mình gửi bản thiết kế.", revision: 1 };
  await linh.call("PATCH", `/conversations/${room}/messages/${mid}`, editBody);
  await expect.poll(() => row.getByText("Needs re-translation", { exact: true }).count()).toBe(2);
  await page.keyboard.press("Enter");
  await row.getByText("金曜日に図面を送ります。").waitFor({ state: "detached" });
});

test("on a phone, the editor that a message's sheet opens is in view, also below a long message", async () => {
  const [linh, aiko] = [await signIn("linh", phoneOptions), await signIn("aiko")];
  const { page } = linh;
  const room = await createSharedGroup(linh, aiko);
  const longText = Array.from({ length: 14 }, (_, line) => `Dòng ${line + 1} của bản thiết kế.`).join("\n");
  await sendMessages(linh, room, [longText, "Hết."]);
  const row = page.getByRole("article").filter({ hasText: "Dòng 1 của" });
  await longPress(page, row, 60);
  await findActionSheet(page).getByRole("button", { name: "Translate into Japanese here" }).tap();
  await findActionSheet(page).waitFor({ state: "detached" });
  await expectFocused(findTranslationField(page, "Japanese"));
  await expect
    .poll(() =>
      findTranslationField(page, "Japanese").evaluate((translationElement) => {
        const list = translationElement.closest("section")?.getBoundingClientRect();
        const { top, bottom } = translationElement.getBoundingClientRect();
        return list !== undefined && top >= list.top && bottom <= list.bottom;
      }),
    )
    .toBe(true);
});

test("by keyboard, the desk is entered at its list, and its list of shortcuts names its own keys", async () => {
  const { page } = await signIn("linh");
  await page.goto("/home");
  await page.getByRole("main").getByRole("link").first().focus();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Translations");
  await page.getByRole("option", { name: "Translations" }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/translations");
  await expectFocused(page.getByRole("heading", { name: "Waiting for a translation" }));
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByText("Save and go to the next").waitFor();
});

test.each([
  ["desktop", {}],
  ["phone", phoneOptions],
])("on a %s, the Save button does not move while a translator types", async (_device, options) => {
  const [aiko, an, linh] = [await signIn("aiko"), await signIn("an"), await signIn("linh", options)];
  const room = await createSharedGroup(aiko, an, linh);
  const [mid = ""] = await sendMessages(aiko, room, ["見積もりは120万円です。"]);
  await an.call("POST", `/conversations/${room}/messages/${mid}/mark_for_translation`, { marked: true });
  const { page } = linh;
  await page.goto(`/translations/${mid}?to=vi`);
  await findVietnameseField(page).waitFor();
  const saveButton = page.getByRole("button", { name: "Save", exact: true });
  const boxBefore = await saveButton.boundingBox();
  // The translator types a text that lacks a number of the original. Typing claims the message, so the page shows who
  // translates it. It also warns about the number.
  await findVietnameseField(page).fill("Báo giá như sau.");
  await page.getByText("You are translating this").filter({ visible: true }).first().waitFor();
  await page.getByText("The number “120万” is missing in the translation.").waitFor();
  expect(await saveButton.boundingBox()).toEqual(boxBefore);
});

test("on a phone, the desk's actions are one row, and the history opens above the context", async () => {
  const [aiko, an, linh] = [await signIn("aiko"), await signIn("an"), await signIn("linh", phoneOptions)];
  const room = await createSharedGroup(aiko, an, linh);
  const [mid = ""] = await sendMessages(aiko, room, ["見積もりの画面を見てください。"]);
  await an.call("POST", `/conversations/${room}/messages/${mid}/mark_for_translation`, { marked: true });
  const { page } = linh;
  await page.goto(`/translations/${mid}?to=vi`);
  await findVietnameseField(page).waitFor();
  const moreButton = page.getByRole("main").getByRole("button", { name: "More", exact: true });
  const backButton = page.getByRole("button", { name: "Back to the queue" });
  const readMiddleY = async (locator: Locator) => {
    const elementBox = await locator.boundingBox();
    return elementBox ? elementBox.y + elementBox.height / 2 : Number.NaN;
  };
  expect(Math.abs((await readMiddleY(moreButton)) - (await readMiddleY(backButton)))).toBeLessThan(12);
  await moreButton.tap();
  await page.getByRole("menuitem", { name: "Claim" }).tap();
  // The list of waiting texts may contain the same words, but a phone hides this list. So the test looks only for
  // visible text.
  await page.getByText("You are translating this").filter({ visible: true }).waitFor();
  const translationHistory = page.getByRole("region", { name: "History" });
  await translationHistory.getByText("History").tap();
  await translationHistory.getByText("Nothing has been written yet.").waitFor();
  const context = page.getByRole("region", { name: "Context" });
  expect(await readMiddleY(translationHistory)).toBeLessThan(await readMiddleY(context));
});

test("on a phone, the tools of a row do not cover what is translated in it", async () => {
  const [aiko, linh] = [await signIn("aiko"), await signIn("linh", phoneOptions)];
  const { page } = linh;
  const room = await createSharedGroup(aiko, linh);
  await sendMessages(aiko, room, ["予約の画面を確認してください。"]);
  const row = page.getByRole("article").filter({ hasText: "予約の画面" });
  const claimResponse = page.waitForResponse((response) => response.url().endsWith("/translations/vi/claim"));
  await row.getByRole("button", { name: "Translate it yourself" }).tap();
  await expectFocused(findVietnameseField(page));
  await page.keyboard.insertText("Vui lòng kiểm tra màn hình.");
  // A toolbar would have appeared before the server responds to the claim. So after the response, the test can check
  // that there is none.
  await claimResponse;
  await row.getByText("You are translating", { exact: true }).waitFor();
  expect(await row.getByRole("toolbar").count()).toBe(0);
});

test("the demo's first room shows each reader the writers' languages, the translations, and in which languages the room is read", async () => {
  for (const [name, languages] of [
    ["aiko", ["Tiếng Việt", "English"]],
    ["an", ["日本語", "English"]],
    ["emma", ["日本語", "Tiếng Việt"]],
  ] as const) {
    const { page } = await signIn(name);
    await page.goto("/chat");
    await page.locator('a[href^="/chat/"]', { hasText: "さくら予約アプリ" }).first().click();
    const rows = page.locator("article[id^=message-]");
    await rows
      .getByText(/^(Approved|Translated)$/)
      .first()
      .waitFor();
    for (const language of languages) await rows.getByRole("img", { name: language }).first().waitFor();
    await page.getByText(/^Writing .* · read in /).waitFor();
    await page.close();
  }
});

test("the checks mark their findings in the text, and the server asks about them, too", async () => {
  const [aiko, linh] = [await signIn("aiko"), await signIn("linh")];
  const room = await createSharedGroup(aiko, linh);
  const [mid = ""] = await sendMessages(aiko, room, ["会議室は12番です。"]);
  const { page } = linh;
  await page.goto(`/translations/${mid}?to=vi`);
  await findVietnameseField(page).fill("Phòng họp là phòng số 13.");
  await page.getByText("The number “12” is missing in the translation.").waitFor();
  const original = page.getByRole("region", { name: "Original" });
  await expect.poll(() => original.locator("mark").allTextContents()).toEqual(["12"]);
  const translation = page.getByRole("region", { name: "Translation", exact: true });
  await expect.poll(() => translation.locator("mark").allTextContents()).toEqual(["13"]);
  // A layer behind the field highlights wrong numbers. The layer must have exactly the same lines as the field, even if
  // the text wraps or is scrolled.
  const textLayerSizes = await translation.locator("[aria-hidden] + textarea").evaluate((textAreaElement) => {
    const backdropElement = textAreaElement.previousElementSibling;
    return [
      textAreaElement.clientWidth,
      backdropElement?.clientWidth,
      textAreaElement.scrollHeight,
      backdropElement?.scrollHeight,
    ];
  });
  expect(textLayerSizes[0]).toBe(textLayerSizes[1]);
  expect(textLayerSizes[2]).toBe(textLayerSizes[3]);
  await page.keyboard.press("ControlOrMeta+Enter");
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await dialog.getByText("A number differs from the original.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await findVietnameseField(page).fill("Phòng họp là phòng số 12.");
  await expect.poll(() => page.locator("mark").count()).toBe(0);
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.getByText("Translation saved").waitFor();
});

test("a translator goes back to the first question about a message", async () => {
  const [aiko, linh] = [await signIn("aiko"), await signIn("linh")];
  const room = await createSharedGroup(aiko, linh);
  const [mid = ""] = await sendMessages(aiko, room, ["帳票の件、よろしくお願いします。"]);
  for (let number = 1; number <= 8; number++) {
    const body = { client_id: randomUUID(), content: `Câu hỏi số ${number} ạ?` };
    await linh.call("POST", `/messages/${mid}/translations/vi/question`, body);
  }
  const { page } = linh;
  await page.goto(`/translations/${mid}?to=vi`);
  const questionsRegion = page.getByRole("region", { name: "Questions to the author" });
  const readShownQuestionNumbers = async () =>
    (await questionsRegion.getByText(/^Câu hỏi số/).allTextContents()).map((text) =>
      Number(text.match(/\d+/)?.[0]),
    );
  const olderQuestionsButton = questionsRegion.getByRole("button", { name: "Show older questions" });
  await expect.poll(readShownQuestionNumbers).toEqual([8, 7, 6]);
  await olderQuestionsButton.click();
  await expect.poll(readShownQuestionNumbers).toEqual([8, 7, 6, 5, 4, 3]);
  await olderQuestionsButton.click();
  await expect.poll(readShownQuestionNumbers).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  await olderQuestionsButton.waitFor({ state: "detached" });
});

test("the marks in a long translation lie behind their words, wherever it is scrolled and while it grows", async () => {
  const [aiko, linh] = [await signIn("aiko"), await signIn("linh")];
  const room = await createSharedGroup(aiko, linh);
  const lines = 60;
  const original = Array.from({ length: lines }, (_, index) => `${index + 100}番の項目を確認してください。`);
  const [mid = ""] = await sendMessages(aiko, room, [original.join("\n")]);
  const { page } = linh;
  await page.goto(`/translations/${mid}?to=vi`);
  // Two lines contain a wrong number: one near the beginning, and the last one.
  const createLineTranslation = (index: number) =>
    `Vui lòng kiểm tra mục số ${index === 2 || index === lines - 1 ? index + 700 : index + 100}.`;
  await findVietnameseField(page).fill(
    Array.from({ length: lines }, (_, index) => createLineTranslation(index)).join("\n"),
  );
  const translationArea = page.getByRole("region", { name: "Translation", exact: true });
  const highlightMarks = translationArea.locator("mark");
  await expect.poll(() => highlightMarks.allTextContents()).toEqual(["702", `${lines - 1 + 700}`]);
  const compareHighlightWithText = () =>
    translationArea.locator("[aria-hidden] + textarea").evaluate((element) => {
      const backdropElement = element.previousElementSibling;
      if (!backdropElement) return null;
      const [textAreaBox, lastMarkElement] = [
        element.getBoundingClientRect(),
        [...backdropElement.querySelectorAll("mark")].at(-1),
      ];
      const lastMarkBox = lastMarkElement?.getBoundingClientRect();
      return {
        scrolls: element.scrollHeight > element.clientHeight,
        sameHeight: element.scrollHeight === backdropElement.scrollHeight,
        samePlace: element.scrollTop === backdropElement.scrollTop,
        isMarkInSight:
          lastMarkBox !== undefined &&
          lastMarkBox.top >= textAreaBox.top &&
          lastMarkBox.bottom <= textAreaBox.bottom,
      };
    });
  const expectedAlignment = { scrolls: true, sameHeight: true, samePlace: true };
  await page.keyboard.press("ControlOrMeta+Home");
  await expect.poll(compareHighlightWithText).toEqual({ ...expectedAlignment, isMarkInSight: false });
  await page.keyboard.press("ControlOrMeta+End");
  await expect.poll(compareHighlightWithText).toEqual({ ...expectedAlignment, isMarkInSight: true });
  await page.keyboard.type("\nCảm ơn.\nCảm ơn nhiều.");
  await expect.poll(compareHighlightWithText).toEqual({ ...expectedAlignment, isMarkInSight: true });
  // The number near the beginning is corrected, so its highlight disappears. The other highlight stays.
  await findVietnameseField(page).fill(
    Array.from({ length: lines }, (_, index) =>
      index === 2 ? createLineTranslation(index) : `Vui lòng kiểm tra mục số ${index + 100}.`,
    ).join("\n"),
  );
  await expect.poll(() => highlightMarks.allTextContents()).toEqual(["702"]);
});
