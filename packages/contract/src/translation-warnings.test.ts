import { expect, test } from "vitest";
import { findTranslationWarningCode } from "./translation-warnings.ts";

test("a Vietnamese text of five words without a mark is doubted, links and code left out", () => {
  const findWarning = (translation: string, original = "明日までに画面を確認してください。") =>
    findTranslationWarningCode({ original, translation, fromLanguage: "ja", toLanguage: "vi" });
  expect(findWarning("Please check the screen by tomorrow.")).toBe("other_language");
  expect(findWarning("Vui long kiem tra man hinh truoc ngay mai.")).toBe("other_language");
  expect(findWarning("Vui lòng kiểm tra màn hình trước ngày mai.")).toBeNull();
  // The text has the Unicode form NFD, in which accents are separate characters.
  expect(findWarning("Vui lòng kiểm tra màn hình trước ngày mai.".normalize("NFD"))).toBeNull();
  expect(findWarning("Deploy staging nhé.")).toBeNull();
  const link = "https://example.com/docs/setup/first/steps.html";
  expect(findWarning(`Link: ${link}`, `リンク：${link}`)).toBeNull();
  const code = "`const total = price * count + tax`";
  expect(findWarning(`Xem ${code}`, `${code}を見て`)).toBeNull();
});

test.each([
  ["other_numbers", "The release is on 12 May.", "Bản phát hành vào ngày 13 tháng 5."],
  ["other_end", "Is the screen ready?", "Màn hình đã xong."],
  ["other_lines", "First line.\nSecond line.", "Dòng đầu tiên và dòng thứ hai."],
  ["repeated_words", "Please check the screen.", "Vui lòng kiểm tra tra màn hình."],
  [
    "other_length",
    "Please look at the screen.",
    "Vui lòng xem màn hình này, rồi báo cho chúng tôi biết bạn thấy gì, còn thiếu gì, và khi nào bạn có thể làm xong phần còn lại của nó.",
  ],
  ["exact_parts", "Open https://example.com now.", "Mở ngay bây giờ."],
] as const)("the server warns of %s, as the browser does", (warning, original, translation) => {
  expect(findTranslationWarningCode({ original, translation, fromLanguage: "en", toLanguage: "vi" })).toBe(
    warning,
  );
});
