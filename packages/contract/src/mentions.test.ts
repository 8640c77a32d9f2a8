import { expect, test } from "vitest";
import {
  everybodyId,
  findMentionedPeople,
  isMentioned,
  parseMentions,
  replaceMentionsByNames,
  replaceNamesByMentions,
  restoreMentionMarkup,
} from "./mentions.ts";

const an = { id: "01a1fccf-8f41-7324-81d0-f288834d6a71", name: "Nguyễn Văn An" };
const memberAnh = { id: "01a1fccf-8f41-7324-81d0-f288834d6a72", name: "Nguyễn Văn Anh" };
const aiko = { id: "01a1fccf-8f41-7324-81d0-f288834d6a73", name: "田中 愛子" };
const testPeople = [an, memberAnh, aiko];

test("a name becomes a mention and reads as it was written", () => {
  const text = "@Nguyễn Văn Anh và @Nguyễn Văn An xem nhé, @田中 愛子さんも";
  const content = replaceNamesByMentions(text, testPeople);
  expect(findMentionedPeople(content)).toEqual({
    userIds: [memberAnh.id, an.id, aiko.id],
    mentionsEverybody: false,
  });
  expect(replaceMentionsByNames(content)).toBe(text);
  expect(replaceNamesByMentions(content, testPeople)).toBe(content);
});

test.each([
  ["an@Nguyễn Văn An", false],
  ["@Nguyễn Văn Antoine", false],
  ["(@Nguyễn Văn An)", true],
  ["@Nguyễn Văn An,", true],
  ["@nguyễn văn an", false],
])("%s mentions: %s", (text, expected) => {
  expect(findMentionedPeople(replaceNamesByMentions(text, [an])).userIds.length > 0).toBe(expected);
});

test.each([
  ["@all please read", true],
  ["みなさん@all", false],
  ["mail@all.example", false],
  ["@allocate", false],
  ["(@all)", true],
  ["`npm run @all`", false],
  ["```\nyarn @all\n```", false],
  ["https://x.example/@all", false],
  ["[docs](https://x.example/?to=@all)", false],
  ["`code` and @all", true],
  [`@[Hart @all](${aiko.id})`, false],
  [`@[Aiko](${aiko.id}) @all`, true],
])("%s calls everybody: %s", (text, expected) => {
  expect(findMentionedPeople(text).mentionsEverybody).toBe(expected);
});

test("a mentioned person is found", () => {
  const content = replaceNamesByMentions("@Nguyễn Văn An ơi", testPeople);
  expect(isMentioned(content, an.id)).toBe(true);
  expect(isMentioned(content, aiko.id)).toBe(false);
  expect(isMentioned("@all", aiko.id)).toBe(true);
});

test("the id that stands for everybody mentions nobody, and code mentions no person", () => {
  expect(findMentionedPeople(`@[n](${everybodyId}) hello`)).toEqual({
    userIds: [],
    mentionsEverybody: false,
  });
  expect(findMentionedPeople(`@[n](${everybodyId}) @all`)).toEqual({ userIds: [], mentionsEverybody: true });
  expect(findMentionedPeople(`\`@[An](${an.id})\``).userIds).toEqual([]);
});

test("a name with a bracket stays one mention", () => {
  const bracketedPerson = { id: an.id, name: "a](b) [c" };
  expect(replaceNamesByMentions("@a](b) [c", [bracketedPerson])).toBe("@a](b) [c");
});

test("a text and its mentions are read and written back", () => {
  const content = `@[${an.name}](${an.id}) と @[${aiko.name}](${aiko.id})さん、@nobody`;
  const { text, ranges } = parseMentions(content);
  expect(text).toBe("@Nguyễn Văn An と @田中 愛子さん、@nobody");
  expect(ranges.map(({ start, end, id }) => [text.slice(start, end), id])).toEqual([
    ["@Nguyễn Văn An", an.id],
    ["@田中 愛子", aiko.id],
  ]);
  expect(restoreMentionMarkup(text, ranges)).toBe(content);
  expect(parseMentions("nobody @here")).toEqual({ text: "nobody @here", ranges: [] });
});

test("a name that two people share mentions neither until one is chosen", () => {
  const otherPerson = { ...an, id: "01a1fccf-8f41-7324-81d0-f288834d6a74" };
  expect(replaceNamesByMentions("@Nguyễn Văn An ơi", [an, otherPerson])).toBe("@Nguyễn Văn An ơi");
  expect(replaceNamesByMentions("@Nguyễn Văn An ơi", [an, an])).toBe(`@[${an.name}](${an.id}) ơi`);
  const mentionText = `@[${otherPerson.name}](${otherPerson.id}) ơi`;
  expect(replaceNamesByMentions(mentionText, [an, otherPerson])).toBe(mentionText);
});
