import { reactionTypeSchema } from "@kakehashi/contract/changes";
import {
  emojiGroupNames,
  maximumStandardEmojiListBytes,
  standardEmojiSchema,
} from "@kakehashi/contract/emojis";
import { expect, test } from "vitest";
import { z } from "zod";
import { loadEmojiList } from "./list.ts";

const emojiList = loadEmojiList();
const findEmoji = (type: string) => emojiList.find((emoji) => emoji.type === type);

test("every emoji is there once, named in three languages, and may be a reaction", () => {
  expect(() => z.array(standardEmojiSchema).parse(emojiList)).not.toThrow();
  expect(emojiList.length).toBeGreaterThan(1800);
  expect(Buffer.byteLength(JSON.stringify(emojiList))).toBeLessThan(maximumStandardEmojiListBytes);
  expect(new Set(emojiList.map(({ type }) => type)).size).toBe(emojiList.length);
  expect(new Set(emojiList.map(({ group }) => group))).toEqual(new Set(emojiGroupNames));
  for (const { type, skins, names } of emojiList) {
    for (const reactionType of [type, ...skins])
      expect(reactionTypeSchema.safeParse(reactionType).success, reactionType).toBe(true);
    expect(Math.min(...Object.values(names).map((name) => name.length)), type).toBeGreaterThan(0);
  }
});

test("an emoji is found by its names, words and codes, in its tones", () => {
  expect(findEmoji("👍")?.skins).toHaveLength(5);
  const partyEmoji = findEmoji("🎉");
  expect(partyEmoji).toMatchObject({ group: "activities", codes: expect.arrayContaining(["tada"]) });
  expect(partyEmoji?.names.ja).not.toBe(partyEmoji?.names.en);
  expect(partyEmoji?.names.vi).not.toBe(partyEmoji?.names.en);
});

test("a Japanese name is found by its reading", () => {
  expect(findEmoji("🤣")?.names.ja).toBe("笑い転げる");
  expect(findEmoji("🤣")?.tags.ja.split(" ")).toEqual(
    expect.arrayContaining(["わらいころげる", "waraikorogeru"]),
  );
});

test("a flag keeps its place behind the symbols", () => {
  expect(findEmoji("🇯🇵")?.group).toBe("flags");
  expect(emojiList.findIndex(({ group }) => group === "flags")).toBeGreaterThan(
    emojiList.findLastIndex(({ group }) => group === "symbols"),
  );
});
