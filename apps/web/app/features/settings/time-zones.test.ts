import { expect, test } from "vitest";
import { findZones, zoneChoices } from "./time-zones.ts";

const dayInJanuary = new Date("2026-01-15T00:00:00Z");
const japaneseChoices = zoneChoices("ja", null, dayInJanuary);
const firstZone = (search: string) => findZones(japaneseChoices, search)[0];

test.each([
  ["tokyo", "Asia/Tokyo"],
  ["大阪", "Asia/Tokyo"],
  ["ha noi", "Asia/Saigon"],
  ["Hà Nội", "Asia/Saigon"],
  ["ハノイ", "Asia/Saigon"],
  ["ho chi", "Asia/Saigon"],
  ["new york", "America/New_York"],
  ["日本標準時", "Asia/Tokyo"],
])("%s finds its zone", (search, zone) => {
  expect(
    ["Asia/Ho_Chi_Minh", "Asia/Saigon"].includes(firstZone(search)?.zone ?? "")
      ? "Asia/Saigon"
      : firstZone(search)?.zone,
  ).toBe(zone);
});

test("a zone shows its city, current offset and name in the reader's language", () => {
  expect(firstZone("tokyo")).toMatchObject({ city: "Tokyo", offset: "GMT+9", name: "日本標準時" });
  expect(firstZone("kathmandu")?.offset).toBe("GMT+5:45");
  expect(firstZone("london")?.offset).toMatch(/^GMT(\+0)?$/);
  expect(findZones(zoneChoices("en", null, new Date("2026-07-15T00:00:00Z")), "london")[0]?.offset).toBe(
    "GMT+1",
  );
});

test("an offset finds the zones with it, and an unknown text finds none", () => {
  expect(findZones(japaneseChoices, "+05:45").map(({ city }) => city)).toEqual(["Kathmandu"]);
  expect(findZones(japaneseChoices, "gmt+5:45").map(({ city }) => city)).toEqual(["Kathmandu"]);
  expect(findZones(japaneseChoices, "utc+05:45").map(({ city }) => city)).toEqual(["Kathmandu"]);
  expect(findZones(japaneseChoices, "nowhere at all")).toEqual([]);
  expect(findZones(zoneChoices("en", null, dayInJanuary), "hanoi").map(({ city }) => city)).toEqual([
    "Ho Chi Minh",
  ]);
  expect(findZones(zoneChoices("en", null, dayInJanuary), "ghan")).toEqual([]);
  expect(
    zoneChoices("en", "Asia/Ho_Chi_Minh", dayInJanuary).some(({ zone }) => zone === "Asia/Ho_Chi_Minh"),
  ).toBe(true);
});
