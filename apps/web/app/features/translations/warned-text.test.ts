import { checkTranslation } from "@kakehashi/contract/translation-checks/check";
import { expect, test } from "vitest";
import { createSaveAnywayQuestion } from "./warned-text.ts";

const bookingTerm = { id: "1", term: "booking", translation: "đặt lịch", note: "", do_not_translate: false };
const warningsOf = (original: string, translation: string) =>
  checkTranslation({ original, translation, fromLanguage: "en", toLanguage: "vi", terms: [bookingTerm] });

test("the question before a save names each piece once, below the reason", () => {
  const warnings = warningsOf("A booking is a booking.", "Biểu mẫu là biểu mẫu.");
  expect(createSaveAnywayQuestion("A term differs.", warnings, "en")).toBe(
    "A term differs.\nThe glossary translates “booking” as “đặt lịch”.",
  );
});

test("a reason that says all stands alone", () => {
  const warnings = warningsOf("Please look at it.", "Vui lòng xem");
  expect(warnings.length).toBeGreaterThan(0);
  expect(createSaveAnywayQuestion("The end differs.", warnings, "en")).toBe("The end differs.");
});
