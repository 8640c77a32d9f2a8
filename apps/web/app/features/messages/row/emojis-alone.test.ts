import { expect, test } from "vitest";
import { isOnlyEmojis } from "./emojis-alone.ts";

test.each(["😀", "❤️", "👩‍👩‍👧‍👦🎉 🇻🇳", "👍🏽", "🏴󠁧󠁢󠁳󠁣󠁴󠁿\n🎌", "🎉".repeat(8)])("%s is emojis alone", (content) => {
  expect(isOnlyEmojis(content)).toBe(true);
});

test.each([
  "",
  " ",
  "ok 😀",
  "😀 có",
  "了解🙏",
  "3",
  "©",
  "#",
  "🎉".repeat(9),
  "❤",
  "🇻",
  "🇻🇳🇯",
  "a".repeat(121),
])("%s is not blank", (content) => {
  expect(isOnlyEmojis(content)).toBe(false);
});
