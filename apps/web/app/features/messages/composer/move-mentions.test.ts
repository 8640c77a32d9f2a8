import { readMentions, writeMentions } from "@kakehashi/contract/mentions";
import { expect, test } from "vitest";
import { moveMentions } from "./move-mentions.ts";

const firstId = "01a1fccf-8f41-7324-81d0-f288834d6a71";
const secondId = "01a1fccf-8f41-7324-81d0-f288834d6a72";
const an = (id: string) => `@[An](${id})`;

/**
 * Changes the text of `content` to `after`, and returns the content with its mentions moved. `|` in `after` marks the
 * caret.
 */
function edit(content: string, after: string): string {
  const { text, ranges } = readMentions(content);
  const caret = after.indexOf("|");
  const newContent = after.replace("|", "");
  return writeMentions(newContent, moveMentions(ranges, text, newContent, caret));
}

test.each([
  ["words before it", `${an(firstId)} ơi`, "Chào |@An ơi", `Chào ${an(firstId)} ơi`],
  ["words behind it", `${an(firstId)} ơi`, "@An ơi, xem|", `${an(firstId)} ơi, xem`],
  ["a particle right behind it", an(firstId), "@Anさん|", `${an(firstId)}さん`],
  ["a letter right behind it: another name", an(firstId), "@Anh|", "@Anh"],
  ["a letter of it taken away", `${an(firstId)} ơi`, "@A| ơi", "@A ơi"],
  ["everything taken away", `${an(firstId)} ơi`, "|", ""],
  ["the first of two alike", `${an(firstId)} ${an(secondId)} `, "|@An ", `${an(secondId)} `],
  ["the second of two alike", `${an(firstId)} ${an(secondId)} `, "@An |", `${an(firstId)} `],
  ["words between two", `${an(firstId)} ${an(secondId)}`, "@An và| @An", `${an(firstId)} và ${an(secondId)}`],
  ["a selection over both replaced", `x ${an(firstId)} ${an(secondId)} y`, "x z| y", "x z y"],
  ["nothing at all", `${an(firstId)} ơi`, "@An| ơi", `${an(firstId)} ơi`],
])("%s", (_, content, after, expected) => {
  expect(edit(content, after)).toBe(expected);
});
