import { expect, test } from "vitest";
import { zoneText } from "./use-zone.ts";

test.each([
  ["Asia/Saigon", "vi", "Ho Chi Minh, GMT+7"],
  ["Asia/Tokyo", "ja", "Tokyo, GMT+9"],
  ["America/New_York", "en", "New York, GMT-5"],
  ["UTC", "en", "UTC"],
  ["+09:00", "en", "GMT+09:00"],
])("%s is named for readers of %s by its city and its offset", (zone, language, text) => {
  expect(zoneText(zone, new Date("2026-01-15T00:00:00Z"), language)).toBe(text);
});
