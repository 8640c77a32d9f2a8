import { expect, test } from "vitest";
import { detectLanguage } from "./language.ts";

test.each([
  ["予約の画面をご確認ください", "en", "ja"],
  ["API を直しました", "vi", "ja"],
  ["Mình xem rồi nhé, ổn.", "en", "vi"],
  ["Du\u031B\u0323 a\u0301n", "en", "vi"],
  ["Looks good to me", "vi", "vi"],
  ["ok", "ja", "ja"],
  ["café déjà vu", "en", "en"],
] as const)("%s by a writer of %s is %s", (content, author, language) => {
  expect(detectLanguage(content, author)).toBe(language);
});
