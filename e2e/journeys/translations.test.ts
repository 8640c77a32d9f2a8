import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { startFakeTranslationProvider } from "../../apps/server/src/test/machine.ts";
import { openDemo } from "../demo.ts";
import { expectFocused } from "../focus.ts";
import {
  createSharedGroup,
  findMessageComposer,
  findStoredMessage,
  type SignedInDevice,
  writeMessage,
} from "../people.ts";

// A client writes Japanese, a developer reads Vietnamese, and a manager reads English. Translators translate the
// messages.

const translationMachine = await startFakeTranslationProvider();
/**
 * What the simulated translation machine answers, by language. The answers contain the placeholders that the original
 * has.
 */
const machineTranslations: Record<string, string> = {
  en: "This is what a machine wrote.",
  vi: "Đây là câu do máy viết.",
  ja: "これは機械が書いた文です。",
};
translationMachine.answer = ({ body }) => ({ body: { translatedText: machineTranslations[body.target] } });
/** The monthly character limit of the translation machine. Only one test reaches it. */
const monthlyCharacters = 6_000;
const { signIn } = await openDemo({
  settings: {
    TRANSLATOR: "libretranslate",
    TRANSLATOR_URL: translationMachine.url,
    TRANSLATOR_MONTHLY_CHARACTERS: String(monthlyCharacters),
  },
});

/** Returns the id of the stored message that contains these words. */
async function readMessageId(page: Page, messageText: string): Promise<string> {
  const id = await findStoredMessage(page, messageText).getAttribute("id");
  return id?.replace("message-", "") ?? "";
}
/** Finds a message by its id, independent of the language in which it is shown. */
const findMessageRow = ({ page }: SignedInDevice, mid: string) => page.locator(`#message-${mid}`);
const stateLabels = new Set(["Needs translation", "Translated", "Approved", "Needs re-translation"]);
/**
 * Waits until a message shows each of these words on a person's page. A word may be part of the text, a translation
 * state, or the translator's name.
 */
async function waitForMessageWords(
  device: SignedInDevice,
  mid: string,
  ...expectedTexts: string[]
): Promise<void> {
  for (const text of expectedTexts)
    await findMessageRow(device, mid)
      .getByText(text, { exact: stateLabels.has(text) })
      .waitFor();
}
const expectWordsHidden = (device: SignedInDevice, mid: string, hiddenText: string) =>
  findMessageRow(device, mid).getByText(hiddenText).waitFor({ state: "detached" });
const pressButton = (device: SignedInDevice, mid: string, name: string) =>
  findMessageRow(device, mid).getByRole("button", { name, exact: true }).click();

const findTranslationField = (page: Page, language: string) =>
  page.getByRole("textbox", { name: `Translation into ${language}` });
const pressSave = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();
const findTranslationDesk = ({ page }: SignedInDevice) =>
  page.getByRole("region", { name: "Waiting for a translation" });
const findQueueLink = (device: SignedInDevice, mid: string, language: string) =>
  findTranslationDesk(device).locator(`ul a[href^="/translations/${mid}?to=${language}"]`);
async function openTranslationPage({ page }: SignedInDevice, mid: string, language: string): Promise<void> {
  await page.goto(`/translations/${mid}?to=${language}`);
  await page.getByRole("region", { name: "History" }).waitFor();
}
async function submitReason({ page }: SignedInDevice, reason: string, action: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: action, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

/** Waits until the list of bookmarks shows these two counts. */
async function waitForCounts(
  { page }: SignedInDevice,
  waitingCount: number,
  translatedCount: number,
): Promise<void> {
  // Without bookmarks, the list shows no counts.
  if (waitingCount + translatedCount === 0)
    await page.getByText(/\d+ waiting, \d+ translated/).waitFor({ state: "detached" });
  else await page.getByText(`${waitingCount} waiting, ${translatedCount} translated`).waitFor();
}
const openBookmarks = ({ page }: SignedInDevice) => page.getByRole("tab", { name: /^To translate/ }).click();
interface TranslationCounts {
  readonly count_done: number;
  readonly count_untranslated: number;
}
/** The server's counts for one person: bookmarks in three states, and unread messages. */
interface TranslatorFigures {
  /**
   * The person's bookmarks in the room: how many wait for a translation, how many are translated, and how many of the
   * translated ones the person has not read.
   */
  readonly bookmarkCounts: readonly [waiting: number, done: number, unread: number];
  readonly unreadMessages: number;
}
const zeroFigures: TranslatorFigures = { bookmarkCounts: [0, 0, 0], unreadMessages: 0 };

/**
 * Returns a function that compares the people's counts in a room with the expected counts. For the devices in
 * `devicesWithBookmarks`, it also compares the counts that the page shows.
 */
async function createFigureComparison(
  room: string,
  people: readonly SignedInDevice[],
  devicesWithBookmarks: readonly SignedInDevice[],
) {
  const fetchCounts = (device: SignedInDevice) =>
    device.call<TranslationCounts>("GET", "/messages/count_for_translation");
  const countsBefore = await Promise.all(people.map(fetchCounts));
  async function fetchFigures(device: SignedInDevice, index: number): Promise<TranslatorFigures> {
    const { count_untranslated, count_done } = await fetchCounts(device);
    const bookmarks = await device.call<{ conversation: { id: string }; unread: boolean }[]>(
      "GET",
      "/messages/mark_for_translation?paging=100",
    );
    const { unread_count } = await device.call<{ unread_count: number }>("GET", `/conversations/${room}`);
    return {
      bookmarkCounts: [
        count_untranslated - (countsBefore[index]?.count_untranslated ?? 0),
        count_done - (countsBefore[index]?.count_done ?? 0),
        bookmarks.filter(({ conversation, unread }) => conversation.id === room && unread).length,
      ],
      unreadMessages: unread_count,
    };
  }
  return async (...expectedFigures: TranslatorFigures[]): Promise<void> => {
    await expect.poll(() => Promise.all(people.map(fetchFigures))).toEqual(expectedFigures);
    for (const [index, device] of people.entries()) {
      if (!devicesWithBookmarks.includes(device)) continue;
      const [newWaitingCount, newDoneCount, newUnreadCount] = expectedFigures[index]?.bookmarkCounts ?? [
        0, 0, 0,
      ];
      const { count_untranslated = 0, count_done = 0 } = countsBefore[index] ?? {};
      await waitForCounts(device, count_untranslated + newWaitingCount, count_done + newDoneCount);
      const newBookmarks = device.page.locator(`article[data-unread]:has(a[href*="${room}"])`);
      await expect.poll(() => newBookmarks.count()).toBe(newUnreadCount);
    }
  };
}

test("a client's message is requested, translated with memory and glossary, read in two languages, outdated by an edit, and rejected by a reader", async () => {
  const [aiko, an, emma, linh] = [
    await signIn("aiko"),
    await signIn("an"),
    await signIn("emma"),
    await signIn("linh"),
  ];
  const id = await createSharedGroup(aiko, an, emma, linh);
  await Promise.all([openBookmarks(an), openBookmarks(emma)]);
  // The translator stays on the translations page and never opens the room. So all messages of the room stay unread for
  // her.
  await linh.page.goto("/translations");
  const compareFigures = await createFigureComparison(id, [aiko, an, emma, linh], [an, emma]);
  const fetchQueueLength = async () =>
    (await linh.call<unknown[]>("GET", "/translations/queue?paging=100")).length;
  const queueLengthBefore = await fetchQueueLength();
  /**
   * Checks the bookmark counts of the developer and of the manager. Also checks the languages for which the message
   * waits in the translator's queue.
   */
  async function expectWaitingLanguages(
    bookmarkCountsOfAn: TranslatorFigures["bookmarkCounts"],
    bookmarkCountsOfEmma: TranslatorFigures["bookmarkCounts"],
    ...waitingLanguages: string[]
  ): Promise<void> {
    await compareFigures(
      zeroFigures,
      { ...zeroFigures, bookmarkCounts: bookmarkCountsOfAn },
      { ...zeroFigures, bookmarkCounts: bookmarkCountsOfEmma },
      { ...zeroFigures, unreadMessages: 2 },
    );
    await expect.poll(fetchQueueLength).toBe(queueLengthBefore + waitingLanguages.length);
    const queueEntries = findTranslationDesk(linh).locator(`ul a[href^="/translations/${mid}?to="]`);
    await expect
      .poll(async () =>
        (
          await queueEntries.evaluateAll((links) => links.map((link) => link.getAttribute("href")?.slice(-2)))
        ).sort(),
      )
      .toEqual(waitingLanguages);
  }
  // First translates and approves a message with almost the same text, so that the translation memory has a suggestion.
  // Also adds a term of the text to the glossary.
  const repeatedText = "ログイン画面を月曜日までに直してください。";
  await writeMessage(aiko.page, repeatedText);
  await findStoredMessage(aiko.page, repeatedText).waitFor();
  const repeatedTextPath = `/messages/${await readMessageId(aiko.page, repeatedText)}/translations/vi`;
  await linh.call("POST", repeatedTextPath, {
    content: "Vui lòng sửa màn hình đăng nhập trước thứ Hai.",
    revision: 1,
  });
  await linh.call("POST", `${repeatedTextPath}/approve`, { revision: 1 });
  const term = {
    ja: "ログイン画面",
    vi: "màn hình đăng nhập",
    en: "login screen",
    note: "",
    do_not_translate: false,
  };
  await linh.call("POST", "/glossary", term);

  const original = "ログイン画面を金曜日までに直してください。";
  await writeMessage(aiko.page, original);
  await findStoredMessage(aiko.page, original).waitFor();
  const mid = await readMessageId(aiko.page, original);
  // A request for a translation is for one language. Readers of other languages can still request theirs.
  await pressButton(an, mid, "Ask for a translation");
  await waitForMessageWords(an, mid, "Needs translation");
  await expectWaitingLanguages([1, 0, 0], [0, 0, 0], "vi");
  await pressButton(emma, mid, "Ask for a translation");
  await waitForMessageWords(emma, mid, "Needs translation");
  await expectWaitingLanguages([1, 0, 0], [1, 0, 0], "en", "vi");

  await findQueueLink(linh, mid, "en").waitFor();
  await findQueueLink(linh, mid, "vi").click();
  await linh.page.getByRole("region", { name: "Glossary" }).getByText("màn hình đăng nhập").waitFor();
  const suggestion = linh.page.getByRole("region", { name: "Translation memory" }).getByRole("button");
  await suggestion.filter({ hasText: "Approved" }).filter({ hasText: "trước thứ Hai." }).first().waitFor();
  // Alt+1 inserts the first suggestion from the translation memory.
  await linh.page.keyboard.press("Alt+1");
  await expect
    .poll(() => findTranslationField(linh.page, "Vietnamese").inputValue())
    .toBe("Vui lòng sửa màn hình đăng nhập trước thứ Hai.");
  await waitForMessageWords(an, mid, "Phạm Thùy Linh is translating");
  await expectWaitingLanguages([1, 0, 0], [1, 0, 0], "en", "vi");
  // The page warns the translator if the translation does not use the glossary's word.
  await findTranslationField(linh.page, "Vietnamese").fill("Vui lòng sửa trang vào trước thứ Sáu.");
  await linh.page.getByRole("list", { name: "Checks" }).getByText("màn hình đăng nhập").waitFor();
  await findTranslationField(linh.page, "Vietnamese").fill("Vui lòng sửa màn hình đăng nhập trước thứ Sáu.");
  await linh.page.getByRole("list", { name: "Checks" }).waitFor({ state: "detached" });
  await pressSave(linh.page);
  await waitForMessageWords(
    an,
    mid,
    "Vui lòng sửa màn hình đăng nhập trước thứ Sáu.",
    "Translated",
    "Phạm Thùy Linh",
  );
  await expectWaitingLanguages([0, 1, 1], [1, 0, 0], "en");
  await pressButton(an, mid, "Original");
  await waitForMessageWords(an, mid, original);
  await pressButton(an, mid, "Hide the original");
  await expectWordsHidden(an, mid, original);
  await findQueueLink(linh, mid, "vi").waitFor({ state: "detached" });
  await waitForMessageWords(emma, mid, "Needs translation", original);
  await findQueueLink(linh, mid, "en").click();
  await findTranslationField(linh.page, "English").fill("Please fix the login screen by Friday.");
  await waitForMessageWords(emma, mid, "Phạm Thùy Linh is translating");
  await expectWaitingLanguages([0, 1, 1], [1, 0, 0], "en");
  await pressSave(linh.page);
  await waitForMessageWords(
    emma,
    mid,
    "Please fix the login screen by Friday.",
    "Translated",
    "Phạm Thùy Linh",
  );
  await expectWaitingLanguages([0, 1, 1], [0, 1, 1]);
  // The list of bookmarks marks the translation as new until the reader opens the message from this list.
  const newBookmarkRow = emma.page.locator(`article[data-unread]:has(a[href*="${mid}"])`);
  const [readResponse] = await Promise.all([
    emma.page.waitForResponse((response) => response.url().endsWith("/mark_read_bookmark")),
    newBookmarkRow.getByRole("link").click(),
  ]);
  expect(readResponse.status()).toBe(200);
  await newBookmarkRow.waitFor({ state: "detached" });
  await expectWaitingLanguages([0, 1, 1], [0, 1, 0]);

  const editedText = "ログイン画面を木曜日までに直してください。";
  await findMessageComposer(aiko.page).press("ArrowUp");
  await aiko.page.getByLabel("Edit the message").fill(editedText);
  await aiko.page.keyboard.press("Enter");
  for (const device of [an, emma])
    await waitForMessageWords(device, mid, "Needs re-translation", "the original has changed", editedText);
  await expectWaitingLanguages([1, 0, 0], [1, 0, 0], "en", "vi");

  await findQueueLink(linh, mid, "vi").click();
  // Waits for the edited original, so that the translation is for this text and not for the old one.
  await linh.page.getByRole("region", { name: "Original" }).getByText(editedText).waitFor();
  expect(await findTranslationField(linh.page, "Vietnamese").inputValue()).toBe(
    "Vui lòng sửa màn hình đăng nhập trước thứ Sáu.",
  );
  await findTranslationField(linh.page, "Vietnamese").fill("Vui lòng sửa màn hình đăng nhập trước thứ Năm.");
  await pressSave(linh.page);
  await waitForMessageWords(an, mid, "Vui lòng sửa màn hình đăng nhập trước thứ Năm.", "Translated");
  await expectWordsHidden(an, mid, "the original has changed");
  await expectWaitingLanguages([0, 1, 1], [1, 0, 0], "en");
  await findQueueLink(linh, mid, "en").click();
  await linh.page.getByRole("region", { name: "Original" }).getByText(editedText).waitFor();
  await findTranslationField(linh.page, "English").fill("Please fix the login screen by Thursday.");
  await pressSave(linh.page);
  await waitForMessageWords(emma, mid, "Please fix the login screen by Thursday.", "Translated");
  await expectWordsHidden(emma, mid, "the original has changed");
  await expectWaitingLanguages([0, 1, 1], [0, 1, 1]);

  await pressButton(an, mid, "Original");
  await pressButton(an, mid, "Ask for another translation");
  await submitReason(an, "Which login screen is meant?", "Ask for another translation");
  await waitForMessageWords(an, mid, "Needs re-translation");
  await expectWaitingLanguages([1, 0, 0], [0, 1, 1], "vi");
  await waitForMessageWords(emma, mid, "Translated");
  await findQueueLink(linh, mid, "vi").click();
  await linh.page.getByRole("main").getByText("Reason: Which login screen is meant?").first().waitFor();
  // The translator asks the message's author a question. The author's reply appears on the translations page.
  await linh.page.getByRole("button", { name: "Ask the author" }).click();
  await linh.page
    .getByRole("textbox", { name: /^Question to / })
    .fill("アプリの画面ですか、Webの画面ですか。");
  await linh.page.keyboard.press("Control+Enter");
  const question = linh.page.getByRole("region", { name: "Questions to the author" });
  await question.getByText("No answer yet").waitFor();
  const [askedQuestion] = await aiko.call<{ question: { id: string } }[]>(
    "GET",
    `/messages/${mid}/translations/vi/questions`,
  );
  expect(askedQuestion?.question.id).not.toBe("");
  await aiko.call("POST", `/conversations/${id}/messages`, {
    client_id: crypto.randomUUID(),
    parent_id: mid,
    content: "アプリの画面です。",
  });
  await question.getByText("アプリの画面です。").waitFor();
  await findTranslationField(linh.page, "Vietnamese").fill(
    "Vui lòng sửa màn hình đăng nhập của app trước thứ Năm.",
  );
  await pressSave(linh.page);
  await waitForMessageWords(an, mid, "Vui lòng sửa màn hình đăng nhập của app trước thứ Năm.", "Translated");
  await expectWaitingLanguages([0, 1, 1], [0, 1, 1]);

  // A second message with the same text is translated at once from the translation memory.
  await writeMessage(aiko.page, repeatedText);
  const repeatedTextRows = aiko.page.locator("article[id^=message-]", { hasText: repeatedText });
  await expect.poll(() => repeatedTextRows.count()).toBe(2);
  const secondMessageId = await readMessageId(aiko.page, repeatedText);
  await waitForMessageWords(
    an,
    secondMessageId,
    "Vui lòng sửa màn hình đăng nhập trước thứ Hai.",
    "Translated",
    "from memory",
  );
  await linh.page.goto("/translations/hits");
  const resultRow = linh.page.getByRole("listitem").filter({ hasText: "trước thứ Hai." });
  await resultRow.waitFor();
  const selectAllCheckbox = linh.page.getByRole("checkbox", { name: "Select all" });
  await selectAllCheckbox.uncheck();
  expect(await linh.page.getByRole("button", { name: "Approve", exact: true }).isDisabled()).toBe(true);
  await resultRow.getByRole("checkbox").check();
  const approveButton = linh.page.getByRole("button", { name: "Approve 1 translation" });
  await approveButton.focus();
  await linh.page.keyboard.press("Enter");
  await waitForMessageWords(an, secondMessageId, "Approved");
  // The approved row disappears together with its button. So the focus moves to the heading of the list.
  await expectFocused(linh.page.getByRole("heading", { name: "Exact matches" }));
  await resultRow.waitFor({ state: "detached" });

  // A translator who knows both languages can write the translation in the chat, directly below the message.
  await linh.page.goto(`/chat/${id}`);
  const nextText = "明日の会議は十時からです。";
  await writeMessage(aiko.page, nextText);
  await findStoredMessage(aiko.page, nextText).waitFor();
  const secondId = await readMessageId(aiko.page, nextText);
  await waitForMessageWords(an, secondId, nextText);
  expect(
    await findMessageRow(an, secondId).getByRole("button", { name: "Translate it yourself" }).count(),
  ).toBe(0);
  await pressButton(linh, secondId, "Translate it yourself");
  await findTranslationField(linh.page, "Vietnamese").fill("Cuộc họp ngày mai bắt đầu lúc 10 giờ.");
  await pressSave(linh.page);
  await findTranslationField(linh.page, "Vietnamese").waitFor({ state: "detached" });
  for (const device of [an, linh])
    await waitForMessageWords(
      device,
      secondId,
      "Cuộc họp ngày mai bắt đầu lúc 10 giờ.",
      "Translated",
      "Phạm Thùy Linh",
    );
  // The translator has read the room, and nobody has requested this translation. So only the readers' bookmark counts
  // change.
  await compareFigures(
    zeroFigures,
    { ...zeroFigures, bookmarkCounts: [0, 1, 1] },
    { ...zeroFigures, bookmarkCounts: [0, 1, 1] },
    zeroFigures,
  );
  await an.page.reload();
  await waitForMessageWords(an, mid, "Vui lòng sửa màn hình đăng nhập của app trước thứ Năm.", "Translated");
  await waitForMessageWords(an, secondId, "Cuộc họp ngày mai bắt đầu lúc 10 giờ.", "Translated");
});

test("two translators on one message lose no text, and approve, reject and restore", async () => {
  const [aiko, an, linh, kenji] = [
    await signIn("aiko"),
    await signIn("an"),
    await signIn("linh"),
    await signIn("kenji"),
  ];
  await createSharedGroup(aiko, an, linh, kenji);
  const original = "この画面の文字が小さすぎます。";
  await writeMessage(aiko.page, original);
  await findStoredMessage(aiko.page, original).waitFor();
  const mid = await readMessageId(aiko.page, original);
  await pressButton(an, mid, "Ask for a translation");
  await waitForMessageWords(an, mid, "Needs translation");

  await Promise.all([openTranslationPage(linh, mid, "vi"), openTranslationPage(kenji, mid, "vi")]);
  await findTranslationField(linh.page, "Vietnamese").fill("Chữ trên màn hình này nhỏ quá.");
  await kenji.page.getByRole("status").getByText("Phạm Thùy Linh is translating").waitFor();
  await findTranslationField(kenji.page, "Vietnamese").fill("Chữ của màn hình này quá nhỏ.");
  await pressSave(kenji.page);
  await kenji.page.getByText("Somebody else is translating this.", { exact: true }).waitFor();
  expect(await findTranslationField(kenji.page, "Vietnamese").inputValue()).toBe(
    "Chữ của màn hình này quá nhỏ.",
  );
  const findHistory = ({ page }: SignedInDevice) =>
    page.getByRole("region", { name: "History" }).getByRole("listitem");
  await findHistory(kenji)
    .filter({ hasText: "Came too late" })
    .getByText("Chữ của màn hình này quá nhỏ.")
    .waitFor();

  // If a translation equals the original, saving it needs a confirmation.
  await findTranslationField(linh.page, "Vietnamese").fill(original);
  await pressSave(linh.page);
  await linh.page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await findTranslationField(linh.page, "Vietnamese").fill("Chữ trên màn hình này nhỏ quá.");
  await pressSave(linh.page);
  await waitForMessageWords(an, mid, "Chữ trên màn hình này nhỏ quá.", "Phạm Thùy Linh");
  // A colleague has saved a translation of this text while Kenji wrote his. The page shows the colleague's translation.
  // Kenji can save his own only after a confirmation.
  await kenji.page.getByText("Another translation was saved in the meantime:").waitFor();
  expect(await kenji.page.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);
  await kenji.page.getByRole("button", { name: "Continue with my text" }).click();
  await pressSave(kenji.page);
  await waitForMessageWords(an, mid, "Chữ của màn hình này quá nhỏ.", "Kenji Sato");

  await openTranslationPage(linh, mid, "vi");
  await linh.page.getByRole("button", { name: "Approve", exact: true }).click();
  await waitForMessageWords(an, mid, "Approved");
  await openTranslationPage(linh, mid, "vi");
  await linh.page.getByRole("button", { name: "Reject", exact: true }).click();
  await submitReason(linh, "Not what people say.", "Reject");
  await waitForMessageWords(an, mid, "Needs re-translation", "Chữ của màn hình này quá nhỏ.");
  await linh.page.getByText("Reason: Not what people say.").waitFor();
  await findHistory(linh)
    .filter({ hasText: "Chữ trên màn hình này nhỏ quá." })
    .getByRole("button", { name: "Restore this version" })
    .click();
  await waitForMessageWords(an, mid, "Chữ trên màn hình này nhỏ quá.", "Translated", "Phạm Thùy Linh");
  await findHistory(linh).filter({ hasText: "Earlier version restored" }).waitFor();
  // Linh has typed nothing, so the page shows the restored version. It does not ask her which text to keep.
  await expect
    .poll(() => findTranslationField(linh.page, "Vietnamese").inputValue())
    .toBe("Chữ trên màn hình này nhỏ quá.");
  expect(await linh.page.getByText("Another translation was saved in the meantime:").count()).toBe(0);

  // The back button returns to the filtered list. Then one translator hands a text over to another, and it appears in
  // the other's list with a note.
  const thirdMessageText = "ボタンの色を青にしてください。";
  await writeMessage(aiko.page, thirdMessageText);
  await findStoredMessage(an.page, thirdMessageText).waitFor();
  const thirdMessageId = await readMessageId(an.page, thirdMessageText);
  await pressButton(an, thirdMessageId, "Ask for a translation");
  await linh.page.goto("/translations?into=vi&source=ja");
  await findQueueLink(linh, thirdMessageId, "vi").click();
  await findTranslationField(linh.page, "Vietnamese").waitFor();
  await linh.page.goBack();
  await findTranslationField(linh.page, "Vietnamese").waitFor({ state: "detached" });
  expect(await linh.page.getByLabel("Original language").inputValue()).toBe("ja");
  await linh.page.goForward();
  await linh.page.getByRole("button", { name: "Hand over" }).click();
  const dialog = linh.page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /佐藤 健司|Kenji Sato/ }).check();
  await dialog.getByLabel("Note").fill("The blue is in the style guide.");
  await dialog.getByRole("button", { name: "Hand over" }).click();
  await dialog.waitFor({ state: "detached" });
  await waitForMessageWords(an, thirdMessageId, "Kenji Sato is translating");
  await kenji.page.goto("/translations?list=mine");
  await findQueueLink(kenji, thirdMessageId, "vi").getByText("Handed to you").click();
  await kenji.page.getByText("The blue is in the style guide.").waitFor();
  await findTranslationField(kenji.page, "Vietnamese").fill("Vui lòng đổi màu nút thành xanh dương.");
  await pressSave(kenji.page);
  await waitForMessageWords(an, thirdMessageId, "Vui lòng đổi màu nút thành xanh dương.", "Kenji Sato");
});

test("a person who saves the same words second is told that they came too late, and what to do", async () => {
  const [aiko, an, linh, kenji] = [
    await signIn("aiko"),
    await signIn("an"),
    await signIn("linh"),
    await signIn("kenji"),
  ];
  const room = await createSharedGroup(aiko, an, linh, kenji);
  const body = { client_id: crypto.randomUUID(), content: "この画面の文字は小さいです。" };
  const { id } = await aiko.call<{ id: string }>("POST", `/conversations/${room}/messages`, body);
  await openTranslationPage(linh, id, "vi");
  await findTranslationField(linh.page, "Vietnamese").fill("Chữ trên màn hình này nhỏ.");
  // When the translator typed, the text was claimed for her. She gives it back, so that her colleague can translate it.
  await expect.poll(() => linh.page.getByRole("button", { name: "Give back" }).count()).toBe(1);
  await linh.page.getByRole("button", { name: "Give back" }).click();
  await linh.page.getByRole("button", { name: "Claim", exact: true }).waitFor();
  const content = "Chữ trên màn hình này nhỏ.";
  await kenji.call("POST", `/messages/${id}/translations/vi`, { content, version: 0, revision: 1 });
  await linh.page.getByText("Somebody else saved the very same translation first.").waitFor();
  expect(await linh.page.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);
  await linh.page.keyboard.press("ControlOrMeta+Enter");
  await linh.page.getByText("Your text came too late and was not published.").waitFor();
  await linh.page.getByRole("button", { name: "Keep the saved one" }).click();
  await linh.page.getByText("Somebody else saved the very same translation first.").waitFor({
    state: "detached",
  });
  expect(await findTranslationField(linh.page, "Vietnamese").inputValue()).toBe(content);
});

test("several messages are requested at once with a note: chosen one by one, or as one message and those after it", async () => {
  const [aiko, an, linh] = [await signIn("aiko"), await signIn("an"), await signIn("linh")];
  await createSharedGroup(aiko, an, linh);
  const ids: string[] = [];
  for (const originalText of [
    "一つ目の確認です。",
    "二つ目の確認です。",
    "`npm test`",
    "三つ目の確認です。",
  ]) {
    await writeMessage(aiko.page, originalText);
    const displayedText = originalText.replaceAll("`", "");
    await findStoredMessage(aiko.page, displayedText).waitFor();
    await findStoredMessage(an.page, displayedText).waitFor();
    ids.push(await readMessageId(an.page, displayedText));
  }
  const [firstMessageId = "", secondMessageId = "", codeMessageId = "", thirdMessageId = ""] = ids;
  // The message is only a code block and has no human language. So the page offers no translation.
  expect(
    await findMessageRow(an, codeMessageId).getByRole("button", { name: "Ask for a translation" }).count(),
  ).toBe(0);
  await linh.page.goto("/translations");

  const openMessageAction = async (mid: string, action: string) => {
    await findMessageRow(an, mid).hover();
    await findMessageRow(an, mid).getByRole("button", { name: "More", exact: true }).click();
    await an.page.getByRole("menuitem", { name: action }).click();
  };
  await openMessageAction(firstMessageId, "Select messages");
  await an.page.getByText("1 message selected").waitFor();
  await findMessageRow(an, thirdMessageId).getByRole("checkbox").check();
  expect(await findMessageRow(an, codeMessageId).getByRole("checkbox").isDisabled()).toBe(true);
  await an.page.getByText("2 messages selected").waitFor();
  await an.page.keyboard.press("Escape");
  await findMessageRow(an, thirdMessageId).getByRole("checkbox").waitFor({ state: "detached" });

  await openMessageAction(firstMessageId, "Ask for a translation with a note");
  const dialog = an.page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "This one and the 2 after it" }).check();
  await dialog.getByText("3 messages").waitFor();
  await dialog.getByLabel("How soon").selectOption("HIGH");
  await dialog.getByLabel("Note for the translator").fill("For the build on Friday.");
  await dialog.getByRole("button", { name: "Ask", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  for (const mid of [firstMessageId, secondMessageId, thirdMessageId]) {
    await waitForMessageWords(an, mid, "Needs translation");
    await findQueueLink(linh, mid, "vi").getByText("Urgent").waitFor();
  }
  await findQueueLink(linh, secondMessageId, "vi").click();
  await linh.page.getByText("For the build on Friday.").waitFor();
});

test("a room switches the machine on: its messages are translated, a preview shows how others will read a text, and a translator takes the machine's text", async () => {
  const [aiko, an, linh] = [await signIn("aiko"), await signIn("an"), await signIn("linh")];
  const id = await createSharedGroup(aiko, an, linh);
  await writeMessage(aiko.page, "この文は家に残ります。");
  await findStoredMessage(an.page, "この文は家に残ります。").waitFor();

  for (const { page } of [an, aiko]) {
    await page.goto(`/chat/${id}?details=1`);
    await page.getByText("What is written here stays on this server.").waitFor();
  }
  await an.page.getByText("The owners of the group decide this.").waitFor();
  const machineNote = `New messages go to LibreTranslate (${new URL(translationMachine.url).host}), which translates them.`;
  await aiko.page.getByRole("checkbox", { name: "Let LibreTranslate translate new messages" }).check();
  await aiko.page.getByText(machineNote).waitFor();
  // Every member sees without a reload that machine translation is on. The room's history says who switched it on.
  await an.page.getByText(machineNote).waitFor();
  await an.page.getByText("turned machine translation on").waitFor();
  expect(translationMachine.calls).toEqual([]);

  const previewedText = "結合テストの結果を金曜日までに送ってください。";
  await findMessageComposer(aiko.page).fill(previewedText);
  const highlightedText = aiko.page.locator("form [data-start]");
  await expect.poll(() => highlightedText.allTextContents()).toEqual(["結合テスト"]);
  await findMessageComposer(aiko.page).press("ControlOrMeta+Home");
  await aiko.page.getByText("kiểm thử tích hợp").waitFor();
  const preview = aiko.page.getByRole("region", { name: "How will this read?" });
  await aiko.page.getByRole("button", { name: "How will this read?" }).waitFor();
  await findMessageComposer(aiko.page).press("Alt+Enter");
  await preview.getByText(machineTranslations.vi ?? "").waitFor();
  await preview.getByText(machineTranslations.ja ?? "").waitFor();
  const machineCallCount = translationMachine.calls.length;
  await findMessageComposer(aiko.page).press("End");
  await aiko.page.keyboard.type("!");
  await preview.getByText("You have changed the text since.").waitFor();
  expect(translationMachine.calls).toHaveLength(machineCallCount);
  await aiko.page.keyboard.press("Escape");
  await preview.waitFor({ state: "detached" });
  await findMessageComposer(aiko.page).press("Enter");
  await findStoredMessage(an.page, machineTranslations.vi ?? "").waitFor();
  const mid = await readMessageId(an.page, machineTranslations.vi ?? "");
  await waitForMessageWords(an, mid, "Machine translated");

  // This text exceeds the rest of the machine's monthly limit. The page says so, and the reader can ask a person
  // instead. After machine translation is switched off, the page no longer promises to translate the text later.
  await writeMessage(aiko.page, `予算の話です。${"確認".repeat(monthlyCharacters / 2 - 10)}`);
  await findStoredMessage(an.page, "予算の話です。").waitFor();
  const longMessageId = await readMessageId(an.page, "予算の話です。");
  const quotaExceededNote = "The machine’s limit for this month is used up. It translates this later.";
  await waitForMessageWords(an, longMessageId, quotaExceededNote, "Ask for a translation");
  const machineSwitch = aiko.page.getByRole("checkbox", {
    name: "Let LibreTranslate translate new messages",
  });
  await machineSwitch.uncheck();
  await expectWordsHidden(an, longMessageId, quotaExceededNote);
  await waitForMessageWords(an, longMessageId, "Ask for a translation");
  await machineSwitch.check();
  await an.page.getByText(machineNote).waitFor();

  await openTranslationPage(linh, mid, "en");
  await linh.page.getByRole("region", { name: "LibreTranslate suggests" }).waitFor();
  await findTranslationField(linh.page, "English").press("Alt+0");
  await expect
    .poll(() => findTranslationField(linh.page, "English").inputValue())
    .toBe(machineTranslations.en);

  // Hosts can switch machine translation on or off for all conversations of a project. The switch is on the page of the
  // project's members.
  await aiko.page.goto("/projects");
  await aiko.page.getByRole("link", { name: "さくら予約アプリ" }).first().click();
  await aiko.page.waitForURL(/\/projects\/[0-9a-f-]{36}$/);
  const project = new URL(aiko.page.url()).pathname;
  for (const { page } of [aiko, an]) await page.goto(`${project}/members`);
  await aiko.page.getByText("What is written here stays on this server.").waitFor();
  await aiko.page.getByRole("checkbox", { name: "Let LibreTranslate translate new messages" }).check();
  await aiko.page.getByText(machineNote).waitFor();
  await an.page.getByRole("main").getByText("佐藤 健司").first().waitFor();
  expect(await an.page.getByRole("checkbox").count()).toBe(0);
  await an.page.goto(project);
  await an.page.getByRole("link", { name: "Team", exact: true }).click();
  await an.page.waitForURL(/\/chat\//);
  await an.page.getByText("turned machine translation on").waitFor();
  await an.page.getByRole("button", { name: "Details" }).click();
  await an.page.getByText(machineNote).waitFor();
  await an.page.getByText("The hosts of the project decide this.").waitFor();

  // An admin can see whether the translation machine works, and can try it with a sentence.
  const { page } = await signIn("emma");
  await page.goto("/admin/machine");
  await page.getByText("LibreTranslate").first().waitFor();
  await page.getByLabel("A sentence").fill("明日の会議は十時からです。");
  await page.getByRole("button", { name: "Translate", exact: true }).click();
  await page.getByText(machineTranslations.en ?? "").waitFor();
});
