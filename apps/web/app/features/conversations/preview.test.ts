import type { FileCategory, StoredFile } from "@kakehashi/contract/files";
import { type Language, languages } from "@kakehashi/contract/languages";
import { expect, test } from "vitest";
import en from "../../i18n/en/conversations.ts";
import { createI18nInstance } from "../../i18n/instance.ts";
import ja from "../../i18n/ja/conversations.ts";
import vi from "../../i18n/vi/conversations.ts";
import { messageFixture } from "../messages/state/message.fixture.ts";
import { createMessagePreview, createSpokenPreview, firstWordsOf } from "./preview.ts";

test.each([
  ["**重要** と `code`", "重要 と code"],
  ["> quoted\nanswer", "quoted answer"],
  ["```ts\nconst a = 1;\n```\n", "const a = 1;"],
  ["- one\n- two", "one two"],
  ["- > quoted in a list", "quoted in a list"],
  ["@[田中 愛子](01a1fccf-8f41-7324-81d0-f288834d6a71) ok", "@田中 愛子 ok"],
  ["2 * 3 * 4 and a_b_c", "2 * 3 * 4 and a_b_c"],
  ["<b>x</b>", "<b>x</b>"],
])("%j reads %j", (content, preview) => {
  expect(firstWordsOf(content)).toBe(preview);
});

const textsByLanguage = { en, vi, ja };
const createTextFunction = (language: Language) =>
  createI18nInstance(language, { conversations: textsByLanguage[language] }).getFixedT(
    language,
    "conversations",
  );

const createStoredFile = (category: FileCategory, name: string): StoredFile => ({
  id: name,
  name,
  type: "",
  category,
  size: 1,
  width: null,
  height: null,
});
const [planFile, sketchFile, photoFile] = [
  createStoredFile("application", "plan.pdf"),
  createStoredFile("image", "sketch.png"),
  createStoredFile("image", "写真.png"),
];

test.each<[StoredFile[], string, string, string]>([
  [[sketchFile], "Picture", "1 ảnh", "画像 1枚"],
  [[sketchFile, photoFile], "2 pictures", "2 ảnh", "画像 2枚"],
  [[planFile], "plan.pdf", "plan.pdf", "plan.pdf"],
  [[planFile, sketchFile], "2 files: plan.pdf, …", "2 tệp: plan.pdf", "ファイル 2件：plan.pdf"],
  [[createStoredFile("audio", "a.mp3")], "Audio", "1 tệp âm thanh", "音声 1件"],
])("files are named by their kind or their name", (files, ...texts) => {
  const message = messageFixture(1, { content: "", files });
  const spokenTexts = languages.map(
    (language) => createSpokenPreview(message, createTextFunction(language)).text,
  );
  expect(spokenTexts).toEqual(texts);
});

test("a message preview shows its text, or names its files in the language of the page", () => {
  const t = createTextFunction("en");
  const message = messageFixture(1, { content: "**計画**", files: [planFile], language: "ja" });
  expect(createMessagePreview(message, t)).toEqual({ text: "計画", lang: "ja" });
  expect(createMessagePreview({ ...message, content: "" }, t)).toEqual({
    text: "📎 plan.pdf",
    lang: undefined,
  });
  const deletedMessage = { ...message, content: "", files: [], deleted: true };
  expect(createMessagePreview(deletedMessage, t)).toEqual({ text: "Message deleted", lang: undefined });
});

test("a note says that it is one, unless it was deleted", () => {
  const noteMessage = messageFixture(1, { content: "Call **her**", kind: "NOTE", language: "vi" });
  const texts = languages.map(
    (language) => createMessagePreview(noteMessage, createTextFunction(language)).text,
  );
  expect(texts).toEqual(["Note: Call her", "Ghi chú: Call her", "メモ：Call her"]);
  const deletedNote = { ...noteMessage, content: "", deleted: true };
  expect(createMessagePreview(deletedNote, createTextFunction("en")).text).toBe("Message deleted");
});

test("what came from outside without words is named in the language of the page", () => {
  const message = messageFixture(1, { content: "" });
  const previewsOfOutsideMessage = (outsideContent: { location?: object }) =>
    languages.map((language) =>
      createMessagePreview({ ...message, outside: outsideContent }, createTextFunction(language)),
    );
  expect(previewsOfOutsideMessage({ location: {} })[2]).toEqual({ text: "位置情報", lang: undefined });
  expect(previewsOfOutsideMessage({}).map(({ text }) => text)).toEqual([
    "File that could not be loaded",
    "Tệp không tải được",
    "読み込めなかったファイル",
  ]);
});
