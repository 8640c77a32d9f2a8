import { expect, test } from "vitest";
import { createVariableFormatter } from "./variable-text.ts";

const talkContext = { date_variables: ["day"] };
const dayVariable = { name: "day", value: "2026-12-24" };

test("the answer to a question for a date is shown as readers of each language write it", () => {
  expect(createVariableFormatter(talkContext, "ja")(dayVariable)).toBe("2026/12/24");
  expect(createVariableFormatter(talkContext, "vi")(dayVariable)).toBe("24 thg 12, 2026");
  expect(createVariableFormatter(talkContext, "en")(dayVariable)).toBe("24 Dec 2026");
});

test("a text that looks like a day stays as the visitor wrote it", () => {
  expect(createVariableFormatter(talkContext, "ja")({ name: "code", value: "2026-12-24" })).toBe(
    "2026-12-24",
  );
});

test("a value that is no day stays as it is", () => {
  for (const value of ["", "2026-99-99", "tomorrow"])
    expect(createVariableFormatter(talkContext, "ja")({ name: "day", value })).toBe(value);
});
