import { expect, test } from "vitest";
import { cityOfTimeZone } from "./zone-city.ts";

test.each([
  ["Asia/Tokyo", "Tokyo"],
  ["Asia/Saigon", "Ho Chi Minh"],
  ["America/Argentina/Buenos_Aires", "Buenos Aires"],
  ["UTC", "UTC"],
])("%s is shown as %s", (timeZone, city) => {
  expect(cityOfTimeZone(timeZone)).toBe(city);
});
