import { expect, test } from "vitest";
import { findZoneChoices, listZoneChoices } from "./time-zones.ts";

const dayInJanuary = new Date("2026-01-15T00:00:00Z");
const japaneseChoices = listZoneChoices("ja", null, dayInJanuary);
const findFirstZone = (search: string) => findZoneChoices(japaneseChoices, search)[0];

test.each([
  ["tokyo", "Asia/Tokyo"],
  ["大阪", "Asia/Tokyo"],
  ["ha noi", "Asia/Saigon"],
  ["Hà Nội", "Asia/Saigon"],
  ["ハノイ", "Asia/Saigon"],
  ["ho chi", "Asia/Saigon"],
  ["new york", "America/New_York"],
  ["日本標準時", "Asia/Tokyo"],
])("%s finds its zone", (search, timeZoneName) => {
  expect(
    ["Asia/Ho_Chi_Minh", "Asia/Saigon"].includes(findFirstZone(search)?.timeZoneId ?? "")
      ? "Asia/Saigon"
      : findFirstZone(search)?.timeZoneId,
  ).toBe(timeZoneName);
});

test("a zone shows its city, current offset and name in the reader's language", () => {
  expect(findFirstZone("tokyo")).toMatchObject({ city: "Tokyo", offset: "GMT+9", name: "日本標準時" });
  expect(findFirstZone("kathmandu")?.offset).toBe("GMT+5:45");
  expect(findFirstZone("london")?.offset).toMatch(/^GMT(\+0)?$/);
  expect(
    findZoneChoices(listZoneChoices("en", null, new Date("2026-07-15T00:00:00Z")), "london")[0]?.offset,
  ).toBe("GMT+1");
});

test("an offset finds the zones with it, and an unknown text finds none", () => {
  expect(findZoneChoices(japaneseChoices, "+05:45").map(({ city }) => city)).toEqual(["Kathmandu"]);
  expect(findZoneChoices(japaneseChoices, "gmt+5:45").map(({ city }) => city)).toEqual(["Kathmandu"]);
  expect(findZoneChoices(japaneseChoices, "utc+05:45").map(({ city }) => city)).toEqual(["Kathmandu"]);
  expect(findZoneChoices(japaneseChoices, "nowhere at all")).toEqual([]);
  expect(findZoneChoices(listZoneChoices("en", null, dayInJanuary), "hanoi").map(({ city }) => city)).toEqual(
    ["Ho Chi Minh"],
  );
  expect(findZoneChoices(listZoneChoices("en", null, dayInJanuary), "ghan")).toEqual([]);
  expect(
    listZoneChoices("en", "Asia/Ho_Chi_Minh", dayInJanuary).some(
      ({ timeZoneId }) => timeZoneId === "Asia/Ho_Chi_Minh",
    ),
  ).toBe(true);
});
