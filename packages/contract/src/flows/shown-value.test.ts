import { expect, test } from "vitest";
import { formatVariableValue } from "./shown-value.ts";

test("a day is shown in the visitor's language, and every other value as it is stored", () => {
  expect(formatVariableValue("2026-12-07", "en")).toBe("7 December 2026");
  expect(formatVariableValue("2026-12-07", "vi")).toBe("7/12/2026");
  expect(formatVariableValue("2026-12-07", "ja")).toBe("2026年12月7日");
  for (const value of ["", "2026-13-07", "2026-12-32", "2026-12-07 ", "2026-12-07T10:00", "12026-12-07", "7"])
    expect(formatVariableValue(value, "ja")).toBe(value);
});
