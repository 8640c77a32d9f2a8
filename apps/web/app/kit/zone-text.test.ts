import { expect, test } from "vitest";
import { describeTimeZone } from "./zone-text.ts";

test.each([
  ["Asia/Tokyo", "ja", "日本標準時（GMT+9）"],
  ["Asia/Tokyo", "vi", "giờ chuẩn Nhật Bản (GMT+9)"],
  ["Asia/Tokyo", "en", "Japan Standard Time (GMT+9)"],
  ["Asia/Saigon", "vi", "giờ Đông Dương (GMT+7)"],
  ["Asia/Saigon", "ja", "インドシナ時間（GMT+7）"],
  // These tests use a time in January, because this zone has another offset in summer but the same name.
  ["America/New_York", "en", "Eastern Time (GMT-5)"],
  ["UTC", "en", "UTC"],
  ["+09:00", "en", "GMT+09:00"],
])("%s is named for readers of %s in their language, with its offset", (timeZone, language, text) => {
  expect(describeTimeZone(timeZone, new Date("2026-01-15T00:00:00Z"), language)).toBe(text);
});
