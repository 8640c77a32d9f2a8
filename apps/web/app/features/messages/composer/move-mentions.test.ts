import { formatMentions, parseMentions } from "@kakehashi/contract/mentions";
import { expect, test } from "vitest";
import { moveMentions } from "./move-mentions.ts";

const firstUserId = "01a1fccf-8f41-7324-81d0-f288834d6a71";
const secondUserId = "01a1fccf-8f41-7324-81d0-f288834d6a72";
const an = (id: string) => `@[An](${id})`;

/**
 * Applies an edit that turns the text of `content` into `after`. Returns the content with its mentions at their new
 * places. `|` in `after` marks the caret.
 */
function edit(content: string, after: string): string {
  const { text, ranges } = parseMentions(content);
  const caret = after.indexOf("|");
  const newContent = after.replace("|", "");
  return formatMentions(newContent, moveMentions(ranges, text, newContent, caret));
}

test.each([
  ["words before it", `${an(firstUserId)} ơi`, "Chào |@An ơi", `Chào ${an(firstUserId)} ơi`],
  ["words behind it", `${an(firstUserId)} ơi`, "@An ơi, xem|", `${an(firstUserId)} ơi, xem`],
  ["a particle right behind it", an(firstUserId), "@Anさん|", `${an(firstUserId)}さん`],
  ["a letter right behind it: another name", an(firstUserId), "@Anh|", "@Anh"],
  ["a letter of it taken away", `${an(firstUserId)} ơi`, "@A| ơi", "@A ơi"],
  ["everything taken away", `${an(firstUserId)} ơi`, "|", ""],
  ["the first of two alike", `${an(firstUserId)} ${an(secondUserId)} `, "|@An ", `${an(secondUserId)} `],
  ["the second of two alike", `${an(firstUserId)} ${an(secondUserId)} `, "@An |", `${an(firstUserId)} `],
  [
    "words between two",
    `${an(firstUserId)} ${an(secondUserId)}`,
    "@An và| @An",
    `${an(firstUserId)} và ${an(secondUserId)}`,
  ],
  ["a selection over both replaced", `x ${an(firstUserId)} ${an(secondUserId)} y`, "x z| y", "x z y"],
  ["nothing at all", `${an(firstUserId)} ơi`, "@An| ơi", `${an(firstUserId)} ơi`],
])("%s", (_, content, after, expected) => {
  expect(edit(content, after)).toBe(expected);
});
