import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { focused } from "./focus.ts";
import { createSharedGroup, type Device } from "./people.ts";

// What readers and translators see of translations beside the desk's journeys in translations.test.ts.

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

test("a developer reads originals beside translations and writes one in place, and an author corrects a message's language", async () => {
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

  // Two words do not show their language, so the author's is taken.
  const [short = ""] = await send(aiko, room, ["meeting OK"]);
  const ask = emma.page.locator(`#message-${short}`).getByRole("button", { name: "Ask for a translation" });
  await ask.waitFor();
  const own = aiko.page.locator(`#message-${short}`);
  await own.hover();
  await own.getByRole("button", { name: "More", exact: true }).click();
  await aiko.page.getByRole("menuitem", { name: "Correct the language…" }).click();
  const dialog = aiko.page.getByRole("dialog");
  await dialog.getByLabel("English").check();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await ask.waitFor({ state: "detached" });
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
