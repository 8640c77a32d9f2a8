import { expect, test } from "vitest";
import { formatDuration } from "./duration.ts";

test("a duration is written in the unit that fits it", () => {
  const englishTexts = [0, 0.4, 59.6, 119, 120, 90 * 60, 3 * 3600 + 1800, 3 * 86_400].map((seconds) =>
    formatDuration(seconds, "en"),
  );
  expect(englishTexts).toEqual([
    "0 sec",
    "0 sec",
    "60 sec",
    "119 sec",
    "2 min",
    "90 min",
    "3.5 hr",
    "3 days",
  ]);
});

test("a duration is written in the reader's language, and a missing one as a dash", () => {
  expect(formatDuration(600, "ja")).toBe("10分");
  expect(formatDuration(600, "vi")).toBe("10 phút");
  expect(formatDuration(null, "en")).toBe("–");
});
