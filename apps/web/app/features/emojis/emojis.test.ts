import type { StandardEmoji } from "@kakehashi/contract/emojis";
import { expect, test } from "vitest";
import { findEmojis } from "./emojis.ts";

const makeEmoji = (type: string, code: string, vi: string, ja: string, tags = ""): StandardEmoji => ({
  type,
  group: "smileys",
  names: { en: code.replaceAll("_", " "), vi, ja },
  tags: { en: "", vi: tags, ja: "" },
  codes: [code],
  skins: [],
});
const testEmojis = [
  makeEmoji("😑", "expressionless", "mặt vô cảm", "無表情", "không cảm xúc một con người"),
  makeEmoji("🤭", "hand_over_mouth", "mặt lấy tay che miệng", "手を口に当てた顔", "vỡ òa"),
  makeEmoji("⏲️", "timer_clock", "đồng hồ hẹn giờ", "タイマー"),
  makeEmoji("🔍", "mag", "kính lúp", "虫眼鏡", "tìm kiếm"),
  makeEmoji("💜", "purple_heart", "trái tim màu tím", "紫のハート"),
  makeEmoji("🙏", "pray", "hai tay chắp lại", "お願い", "cảm ơn làm ơn"),
  makeEmoji("👏", "clap", "vỗ tay", "拍手"),
  makeEmoji("❤️", "heart", "trái tim màu đỏ", "赤いハート"),
  makeEmoji("👍", "+1", "dấu thích", "サムズアップ"),
  { ...makeEmoji("🤣", "rofl", "cười lăn lộn", "大笑い"), tags: { en: "", vi: "", ja: "owarai おわらい" } },
];
const findEmojiTypes = (search: string) => findEmojis(testEmojis, search).map(({ type }) => type);

test.each([
  ["vỗ tay", "👏"],
  ["cảm ơn", "🙏"],
  ["tim", "❤️"],
  ["tím", "💜"],
  ["heart", "❤️"],
  ["拍手", "👏"],
  ["ハート", "❤️"],
  ["ﾊｰﾄ", "❤️"],
  ["はーと", "❤️"],
  ["さむずあっぷ", "👍"],
  ["おおわらい", "🤣"],
  ["owarai", "🤣"],
  ["+1", "👍"],
  ["🙏", "🙏"],
  ["hand_over", "🤭"],
])("%s finds %s first", (search, expectedType) => {
  expect(findEmojiTypes(search)[0]).toBe(expectedType);
});

test("a search without accents also finds accented words, after exact matches", () => {
  expect(findEmojiTypes("tim")).toEqual(["❤️", "💜", "⏲️", "🔍"]);
  expect(findEmojiTypes("cam on")).toContain("🙏");
  expect(findEmojiTypes("nothing like it")).toEqual([]);
  expect(findEmojiTypes("")).toHaveLength(testEmojis.length);
});
