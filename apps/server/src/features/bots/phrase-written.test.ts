import { expect, test } from "vitest";
import { foldWords } from "./phrase-matcher.ts";
import { findMatchAsWritten } from "./phrase-written.ts";

test.each([
  ["Cho hỏi GIÁ cắt tóc?", "gia", "GIÁ"],
  ["Giang muốn hỏi giá", "gia", "giá"],
  ["Cắt   tóc - bao nhiêu?", "toc bao nhieu", "tóc - bao nhiêu"],
  ["Đường nào đến tiệm?", "duong", "Đường"],
  ["ｶｯﾄの料金は？", foldWords("カット"), "ｶｯﾄ"],
  ["Openning HOURS?", "openning hours", "Openning HOURS"],
  // A pattern is compared with the whole message as the visitor wrote it, and with the folded message (in lower case,
  // without accents and punctuation).
  ["Giá?", "Giá?", "Giá?"],
  ["Giá?", "gia?", "Giá?"],
  ["hello", "bye", "bye"],
])("In “%s”, what fits %s was written as %s", (message, foldedMatch, messageAsWritten) => {
  expect(findMatchAsWritten(message, foldedMatch)).toBe(messageAsWritten);
});
