import { reactionTypeSchema } from "@kakehashi/contract/changes";
import { emoji, emojiGroups, maximumEmojiBytes } from "@kakehashi/contract/emojis";
import { expect, test } from "vitest";
import { z } from "zod";
import { loadEmojiList } from "./list.ts";

const list = loadEmojiList();
const findEmoji = (type: string) => list.find((emoji) => emoji.type === type);

test("every emoji is there once, named in three languages, and may be a reaction", () => {
  expect(() => z.array(emoji).parse(list)).not.toThrow();
  expect(list.length).toBeGreaterThan(1800);
  expect(Buffer.byteLength(JSON.stringify(list))).toBeLessThan(maximumEmojiBytes);
  expect(new Set(list.map(({ type }) => type)).size).toBe(list.length);
  expect(new Set(list.map(({ group }) => group))).toEqual(new Set(emojiGroups));
  for (const { type, skins, names } of list) {
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
  expect(list.findIndex(({ group }) => group === "flags")).toBeGreaterThan(
    list.findLastIndex(({ group }) => group === "symbols"),
  );
});
