import type { CannedAnswer } from "@kakehashi/contract/bot-canned";
import { expect, test } from "vitest";
import { type CannedAnswerContext, findCannedAnswers, findTypedShortcut } from "./canned-choices.ts";

test.each([
  ["/", 1, { shortcutText: "", start: 0 }],
  ["/pri", 4, { shortcutText: "pri", start: 0 }],
  ["／料金", 3, { shortcutText: "料金", start: 0 }],
  ["Hello\n/h", 8, { shortcutText: "h", start: 6 }],
  ["/price and", 10, null],
  ["1/2", 3, null],
  ["and /or", 7, null],
  ["//", 2, null],
])("What is typed after a slash at the beginning of a line is a shortcut: %j", (text, caret, expected) => {
  expect(findTypedShortcut(text, caret)).toEqual(expected);
});

const cannedAnswer = (shortcut: string, text: CannedAnswer["text"]) =>
  ({ id: shortcut, shortcut, text }) as CannedAnswer;
const cannedAnswers = [
  cannedAnswer("bye", { en: "Goodbye {{visitor}}", ja: "{{visitor}}様、失礼いたします。" }),
  cannedAnswer("giá", { vi: "Bảng giá: {{plan}}" }),
  cannedAnswer("hello", { en: "Hello, I am {{agent}} of {{bot}}." }),
];
const talkContext: CannedAnswerContext = {
  visitor: { name: "Aiko", language: "ja" },
  variables: [{ name: "plan", value: "" }],
  dateVariableNames: [],
  agentName: "Linh",
  agentLanguage: "vi",
  bot: { name: "Salon", languages: ["en", "ja"] },
};
const foundShortcuts = (search: string) =>
  findCannedAnswers(cannedAnswers, search, talkContext).map(({ shortcut }) => shortcut);

test("Shortcuts that begin with what is typed come before texts that hold it", () => {
  expect(foundShortcuts("")).toEqual(["bye", "giá", "hello"]);
  expect(foundShortcuts("gia")).toEqual(["giá"]);
  // The searched letter “l” occurs in the Vietnamese text of this canned answer, but not in its shortcut.
  expect(foundShortcuts("l")).toEqual(["hello", "giá"]);
  expect(foundShortcuts("bang")).toEqual(["giá"]);
  expect(foundShortcuts("zzz")).toEqual([]);
});

test("A canned answer is in the visitor's language if it is written in it, with the values of the talk", () => {
  const [byeChoice, priceChoice, helloChoice] = findCannedAnswers(cannedAnswers, "", talkContext);
  expect(byeChoice).toMatchObject({
    language: "ja",
    text: "Aiko様、失礼いたします。",
    textInAgentLanguage: null,
    missingPlaceholder: null,
  });
  expect(helloChoice).toMatchObject({ language: "en", text: "Hello, I am Linh of Salon." });
  expect(priceChoice).toMatchObject({
    language: "vi",
    missingPlaceholder: { name: "plan", start: 10, end: 18 },
  });
  const [choiceForAgent] = findCannedAnswers(cannedAnswers, "bye", { ...talkContext, agentLanguage: "en" });
  expect(choiceForAgent?.textInAgentLanguage).toEqual({ text: "Goodbye Aiko", language: "en" });
});

test("a day is written as readers of the answer's language write it", () => {
  const contextWithDay = {
    ...talkContext,
    variables: [{ name: "day", value: "2026-11-29" }],
    dateVariableNames: ["day"],
  };
  const [firstChoice] = findCannedAnswers(
    [cannedAnswer("day", { ja: "{{day}}にお待ちしております。", vi: "Hẹn gặp bạn vào {{day}}." })],
    "",
    contextWithDay,
  );
  expect(firstChoice?.text).toBe("2026年11月29日にお待ちしております。");
  expect(firstChoice?.textInAgentLanguage?.text).toBe("Hẹn gặp bạn vào 29 tháng 11, 2026.");
});
