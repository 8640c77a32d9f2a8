import { expect, test } from "vitest";
import { boundedMessageTextSchema, countMessageCharacters, maximumMessageLength } from "./message-text.ts";

const mentionText = "@[Nguyễn Văn An](01a1fccf-8f41-7324-81d0-f288834d6a71)";
const familyEmoji = "👨‍👩‍👧‍👦";

test("characters are counted as people see them: a mention by its name, a family emoji as one", () => {
  expect(countMessageCharacters(`${mentionText} ${familyEmoji}`)).toBe("@Nguyễn Văn An".length + 2);
});

test.each([
  ["letters", "a".repeat(maximumMessageLength), true],
  ["one more", "a".repeat(maximumMessageLength + 1), false],
  ["a mention among them", `${mentionText}${"a".repeat(maximumMessageLength - 14)}`, true],
  ["one more beside a mention", `${mentionText}${"a".repeat(maximumMessageLength - 13)}`, false],
  ["one character of a megabyte", `a${"\u0301".repeat(1_000_000)}`, false],
])("%s fit: %s", (_, text, isAccepted) => {
  expect(boundedMessageTextSchema.safeParse(text).success).toBe(isAccepted);
});
