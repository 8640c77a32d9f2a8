import { readMentions, writeMentions } from "@kakehashi/contract/mentions";
import { expect, test } from "vitest";
import { moveMentions } from "./move-mentions.ts";

const first = "01a1fccf-8f41-7324-81d0-f288834d6a71";
const second = "01a1fccf-8f41-7324-81d0-f288834d6a72";
const an = (id: string) => `@[An](${id})`;

/** Makes an edit. `|` in `after` marks the caret. */
function edit(content: string, after: string): string {
  const { text, ranges } = readMentions(content);
  const caret = after.indexOf("|");
  const now = after.replace("|", "");
  return writeMentions(now, moveMentions(ranges, text, now, caret));
}

test.each([
  ["words before it", `${an(first)} ơi`, "Chào |@An ơi", `Chào ${an(first)} ơi`],
  ["words behind it", `${an(first)} ơi`, "@An ơi, xem|", `${an(first)} ơi, xem`],
  ["a particle right behind it", an(first), "@Anさん|", `${an(first)}さん`],
  ["a letter right behind it: another name", an(first), "@Anh|", "@Anh"],
  ["a letter of it taken away", `${an(first)} ơi`, "@A| ơi", "@A ơi"],
  ["everything taken away", `${an(first)} ơi`, "|", ""],
  ["the first of two alike", `${an(first)} ${an(second)} `, "|@An ", `${an(second)} `],
  ["the second of two alike", `${an(first)} ${an(second)} `, "@An |", `${an(first)} `],
  ["words between two", `${an(first)} ${an(second)}`, "@An và| @An", `${an(first)} và ${an(second)}`],
  ["a selection over both replaced", `x ${an(first)} ${an(second)} y`, "x z| y", "x z y"],
  ["nothing at all", `${an(first)} ơi`, "@An| ơi", `${an(first)} ơi`],
])("%s", (_, content, after, expected) => {
  expect(edit(content, after)).toBe(expected);
});
