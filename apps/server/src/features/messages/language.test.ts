import { expect, test } from "vitest";
import { detectLanguage } from "./language.ts";

test.each([
  ["予約の画面をご確認ください", "en", "ja"],
  ["API を直しました", "vi", "ja"],
  ["Mình xem rồi nhé, ổn.", "en", "vi"],
  ["Du\u031B\u0323 a\u0301n", "en", "vi"],
  ["Looks good to me", "vi", "en"],
  ["Could you please check the build?", "ja", "en"],
  ["xin chao moi nguoi", "en", "vi"],
  ["minh gui ban dung roi nhe", "ja", "vi"],
  ["toi dang lam man hinh dat lich", "vi", "vi"],
  ["ok", "ja", "ja"],
  ["Thank you", "vi", "vi"],
  ["", "vi", "vi"],
  ["12:30 → 14:30", "ja", "ja"],
  ["café déjà vu", "en", "en"],
  ["Looks good to me `予約`", "en", "en"],
  ["```ts\n// 予約の画面\nconst booking = true;\n```", "vi", "vi"],
  ["@[Nguyễn Văn An](0197a000-0000-7000-8000-000000000000) Looks good to me", "en", "en"],
  ["@[田中 愛子](0197a000-0000-7000-8000-000000000000) ok", "vi", "vi"],
  ["https://example.com/ろぐ Looks good to me", "en", "en"],
] as const)("%s by a writer of %s is %s", (content, author, language) => {
  expect(detectLanguage(content, author)).toBe(language);
});
