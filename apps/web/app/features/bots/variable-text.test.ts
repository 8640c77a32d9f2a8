import { expect, test } from "vitest";
import { createVariableText } from "./variable-text.ts";

const talkContext = { date_variables: ["day"] };
const dayVariable = { name: "day", value: "2026-12-24" };

test("the answer to a question for a date is shown as readers of each language write it", () => {
  expect(createVariableText(talkContext, "ja")(dayVariable)).toBe("2026/12/24");
  expect(createVariableText(talkContext, "vi")(dayVariable)).toBe("24 thg 12, 2026");
  expect(createVariableText(talkContext, "en")(dayVariable)).toBe("24 Dec 2026");
});

test("a text that looks like a day stays as the visitor wrote it", () => {
  expect(createVariableText(talkContext, "ja")({ name: "code", value: "2026-12-24" })).toBe("2026-12-24");
});

test("a value that is no day stays as it is", () => {
  for (const value of ["", "2026-99-99", "tomorrow"])
    expect(createVariableText(talkContext, "ja")({ name: "day", value })).toBe(value);
});
