import { parseMentions, restoreMentionMarkup } from "@kakehashi/contract/mentions";
import { expect, test } from "vitest";
import { moveMentions } from "./move-mentions.ts";

const firstUserId = "01a1fccf-8f41-7324-81d0-f288834d6a71";
const secondUserId = "01a1fccf-8f41-7324-81d0-f288834d6a72";
const mentionOfAn = (id: string) => `@[An](${id})`;

/**
 * Applies an edit that turns the text of `content` into `textAfter`. Returns the content with its mentions at their new
 * places. `|` in `textAfter` marks the caret.
 */
function editWithMentions(content: string, textAfter: string): string {
  const { text, ranges } = parseMentions(content);
  const caret = textAfter.indexOf("|");
  const newContent = textAfter.replace("|", "");
  return restoreMentionMarkup(newContent, moveMentions(ranges, text, newContent, caret));
}

test.each([
  [
    "words before it",
    `${mentionOfAn(firstUserId)} ơi`,
    "Chào |@An ơi",
    `Chào ${mentionOfAn(firstUserId)} ơi`,
  ],
  [
    "words behind it",
    `${mentionOfAn(firstUserId)} ơi`,
    "@An ơi, xem|",
    `${mentionOfAn(firstUserId)} ơi, xem`,
  ],
  ["a particle right behind it", mentionOfAn(firstUserId), "@Anさん|", `${mentionOfAn(firstUserId)}さん`],
  ["a letter right behind it: another name", mentionOfAn(firstUserId), "@Anh|", "@Anh"],
  ["a letter of it taken away", `${mentionOfAn(firstUserId)} ơi`, "@A| ơi", "@A ơi"],
  ["everything taken away", `${mentionOfAn(firstUserId)} ơi`, "|", ""],
  [
    "the first of two alike",
    `${mentionOfAn(firstUserId)} ${mentionOfAn(secondUserId)} `,
    "|@An ",
    `${mentionOfAn(secondUserId)} `,
  ],
  [
    "the second of two alike",
    `${mentionOfAn(firstUserId)} ${mentionOfAn(secondUserId)} `,
    "@An |",
    `${mentionOfAn(firstUserId)} `,
  ],
  [
    "words between two",
    `${mentionOfAn(firstUserId)} ${mentionOfAn(secondUserId)}`,
    "@An và| @An",
    `${mentionOfAn(firstUserId)} và ${mentionOfAn(secondUserId)}`,
  ],
  [
    "a selection over both replaced",
    `x ${mentionOfAn(firstUserId)} ${mentionOfAn(secondUserId)} y`,
    "x z| y",
    "x z y",
  ],
  ["nothing at all", `${mentionOfAn(firstUserId)} ơi`, "@An| ơi", `${mentionOfAn(firstUserId)} ơi`],
])("%s", (_, content, textAfter, expected) => {
  expect(editWithMentions(content, textAfter)).toBe(expected);
});
