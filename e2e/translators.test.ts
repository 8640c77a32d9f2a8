import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { focused, isFocused } from "./focus.ts";
import { createSharedGroup, type Device } from "./people.ts";

// A translator's day without a mouse, and what readers see of translations while they read.

const { signIn } = await openDemo();

const field = (page: Page) => page.getByRole("textbox", { name: "Translation into Vietnamese" });

/** Sends these messages to a room. Returns their ids. */
async function send({ call }: Device, room: string, texts: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const content of texts) {
    const body = { client_id: randomUUID(), content };
    ids.push((await call<{ id: string }>("POST", `/conversations/${room}/messages`, body)).id);
  }
  return ids;
}

/** Moves the focus by Tab alone. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let steps = 0; steps < 40 && !(await isFocused(target)); steps++) await page.keyboard.press("Tab");
  await focused(target);
}

test("a translator writes, asks, reloads, skips, approves and rejects with the keyboard alone", async () => {
  const [aiko, an, linh] = [await signIn("aiko"), await signIn("an"), await signIn("linh")];
  const room = await createSharedGroup(aiko, an, linh);
  const texts = [
    "一件目の画面を見てください。",
    "二件目の画面を見てください。",
    "三件目の画面を見てください。",
  ];
  const [first = "", second = "", third = ""] = await send(aiko, room, texts);
  for (const mid of [first, second, third])
    await an.call("POST", `/conversations/${room}/messages/${mid}/mark_for_translation`, { marked: true });
  const { page } = linh;
  const { keyboard } = page;
  const opened = async (mid: string) => {
    await page.waitForURL(`**/translations/${mid}?**`);
    await focused(field(page));
  };
  const stateOf = async (mid: string) => {
    const { unit } = await linh.call<{ unit: { translation: { state: string } | null } }>(
      "GET",
      `/messages/${mid}/translations/vi`,
    );
    return unit.translation?.state;
  };

  await page.goto(`/translations?room=${room}`);
  await page.getByText(texts[2] ?? "").waitFor();
  await keyboard.press("Alt+ArrowDown");
  await opened(first);
  await keyboard.type("Vui lòng xem màn hình thứ nhất");
  // Whatever happens to the page, what was begun is there again.
  await page.reload();
  await focused(field(page));
  expect(await field(page).inputValue()).toBe("Vui lòng xem màn hình thứ nhất");
  await keyboard.press("ControlOrMeta+End");
  await keyboard.type(".");
  await keyboard.press("ControlOrMeta+Enter");
  await opened(second);
  await keyboard.type("Vui lòng xem");
  await keyboard.press("Alt+ArrowDown");
  await opened(third);
  await tabTo(page, page.getByRole("button", { name: "Ask the author" }));
  await keyboard.press("Enter");
  await focused(page.getByRole("textbox", { name: /^Question to / }));
  await keyboard.type("Màn hình nào ạ?");
  await keyboard.press("ControlOrMeta+Enter");
  await page.getByText("No answer yet").waitFor();
  // A skipped translation is where it was left.
  await keyboard.press("Alt+ArrowUp");
  await opened(second);
  expect(await field(page).inputValue()).toBe("Vui lòng xem");
  await keyboard.press("ControlOrMeta+End");
  await keyboard.type(" màn hình thứ hai.");
  await keyboard.press("ControlOrMeta+Enter");
  await opened(third);
  await keyboard.type("Vui lòng xem màn hình thứ ba.");
  await keyboard.press("ControlOrMeta+Enter");
  await page.getByText("Nothing fits these filters").waitFor();
  expect(await Promise.all([first, second, third].map(stateOf))).toEqual(Array(3).fill("TRANSLATED"));

  await tabTo(page, page.getByRole("link", { name: "Mine", exact: true }));
  await keyboard.press("Enter");
  await page.waitForURL("**list=mine**");
  await page
    .getByText(texts[2] ?? "")
    .first()
    .waitFor();
  await keyboard.press("Alt+ArrowDown");
  await opened(third);
  await keyboard.press("ControlOrMeta+Shift+Enter");
  await opened(second);
  await expect.poll(() => stateOf(third)).toBe("APPROVED");
  const rejectButton = (place: Page | Locator) => place.getByRole("button", { name: "Reject", exact: true });
  await tabTo(page, rejectButton(page));
  await keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await focused(dialog.getByLabel("Reason"));
  await keyboard.type("Too short.");
  await tabTo(page, rejectButton(dialog));
  await keyboard.press("Enter");
  await page.getByText("Reason: Too short.").waitFor();
  expect(await stateOf(second)).toBe("NEEDS_RETRANSLATION");
});

test("the history of a translation shows its older steps on request, also the first", async () => {
  const [aiko, linh] = [await signIn("aiko"), await signIn("linh")];
  const room = await createSharedGroup(aiko, linh);
  const [mid = ""] = await send(aiko, room, ["来週の予定を送ってください。"]);
  const at = `/messages/${mid}/translations/vi`;
  await linh.call("POST", at, { content: "Bản thứ 1." });
  for (let version = 1; version <= 24; version++)
    await linh.call("PATCH", at, { content: `Bản thứ ${version + 1}.`, version });
  await linh.page.goto(`/translations/${mid}?to=vi`);
  const history = linh.page.getByRole("region", { name: "History" });
  await history.getByText("Bản thứ 25.").first().waitFor();
  expect(await history.getByText("Bản thứ 1.", { exact: true }).count()).toBe(0);
  await history.getByText("What changed").first().click();
  await history.locator("del", { hasText: "24" }).first().waitFor();
  await history.locator("ins", { hasText: "25" }).first().waitFor();
  await history.getByRole("button", { name: "Show older steps" }).click();
  await history.getByText("Bản thứ 1.", { exact: true }).waitFor();
  await history.getByRole("button", { name: "Show older steps" }).waitFor({ state: "detached" });
});

test("what is being read stays in its place while translations arrive above and below it", async () => {
  const [aiko, an, linh] = [await signIn("aiko"), await signIn("an"), await signIn("linh")];
  const room = await createSharedGroup(aiko, an, linh);
  const ids = await send(
    aiko,
    room,
    Array.from({ length: 40 }, (_, index) => `${index + 1}番目の確認事項です。よろしくお願いします。`),
  );
  const row = (index: number) => an.page.locator(`#message-${ids[index]}`);
  await an.page.goto(`/chat/${room}?message=${ids[20]}`);
  await row(20).waitFor();
  await row(20).evaluate((element) => element.scrollIntoView({ block: "start" }));
  await an.page.evaluate("document.fonts.ready.then(() => null)");
  const placeOfReading = async () => Math.round((await row(20).boundingBox())?.y ?? 0);
  let place = 0;
  await expect
    .poll(async () => {
      const before = place;
      place = await placeOfReading();
      return place - before;
    })
    .toBe(0);
  const long = "Đây là bản dịch dài hơn nhiều dòng so với bản gốc, để hàng cao lên. ".repeat(6).trim();
  const translate = (index: number, content: string) =>
    linh.call("POST", `/messages/${ids[index]}/translations/vi`, { content, confirmed: true });
  for (const index of [2, 17, 19, 22, 39]) await translate(index, `${index}: ${long}`);
  // Rows far away are not drawn. Of the others, one is above the visible part and one is in it.
  for (const index of [19, 22]) await row(index).getByText(`${index}: Đây là`).waitFor({ state: "attached" });
  expect(await placeOfReading()).toBe(place);

  // Whoever reads the newest message still sees all of it.
  await an.page.goto(`/chat/${room}?message=${ids[39]}`);
  await row(39).getByText("39: Đây là").waitFor();
  const [last = ""] = await send(aiko, room, ["最後の確認事項です。"]);
  const lastRow = an.page.locator(`#message-${last}`);
  await lastRow.waitFor();
  await linh.call("POST", `/messages/${last}/translations/vi`, { content: long, confirmed: true });
  await lastRow.getByText("Đây là bản dịch dài").waitFor();
  const list = an.page.getByLabel("Messages", { exact: true });
  await expect
    .poll(async () => {
      const [rowBox, listBox] = [await lastRow.boundingBox(), await list.boundingBox()];
      return rowBox && listBox && rowBox.y + rowBox.height <= listBox.y + listBox.height + 1;
    })
    .toBe(true);
});

test("a developer reads originals beside translations and writes one in place", async () => {
  const [aiko, an, emma, linh] = [
    await signIn("aiko"),
    await signIn("an"),
    await signIn("emma"),
    await signIn("linh"),
  ];
  const room = await createSharedGroup(aiko, an, emma, linh);
  const [mid = ""] = await send(aiko, room, ["明日の会議は十時からです。"]);
  await linh.call("POST", `/messages/${mid}/translations/vi`, { content: "Ngày mai họp lúc 10 giờ." });
  const row = an.page.locator(`#message-${mid}`);
  await row.getByText("Ngày mai họp lúc 10 giờ.").waitFor();
  expect(await row.getByText("明日の会議は十時からです。").count()).toBe(0);
  await an.page.goto("/settings");
  const saved = an.page.waitForResponse(
    (response) => response.request().method() !== "GET" && response.url().includes("settings"),
  );
  await an.page.getByLabel("Show the original beside each translation").click();
  await saved;
  await an.page.goto(`/chat/${room}`);
  await row.getByText("明日の会議は十時からです。").waitFor();
  await row.getByText("Ngày mai họp lúc 10 giờ.").waitFor();

  // Whoever knows both languages writes a translation where it will be read.
  const [next = ""] = await send(aiko, room, ["会議室は三階です。"]);
  const nextRow = an.page.locator(`#message-${next}`);
  await nextRow.getByText("会議室は三階です。").waitFor();
  expect(await nextRow.getByRole("button", { name: "Translate it yourself" }).count()).toBe(0);
  await an.call("POST", "/users/languages", { languages: ["vi", "ja"] });
  await an.page.reload();
  await nextRow.getByRole("button", { name: "Translate it yourself" }).click();
  await focused(field(an.page));
  await an.page.keyboard.type("Phòng họp ở tầng ba.");
  await an.page.keyboard.press("ControlOrMeta+Enter");
  await field(an.page).waitFor({ state: "detached" });
  const otherRow = linh.page.locator(`#message-${next}`);
  await otherRow.getByText("Phòng họp ở tầng ba.").waitFor();
  await otherRow.getByText("Nguyễn Văn An").first().waitFor();
});

test("the demo's first room shows each reader who writes which language, translations, and who reads along", async () => {
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
