import { expect, test } from "vitest";
import { formatVisitorName } from "./shown-visitor-name.ts";
import { createVisitorName, toStoredVisitorName } from "./visitor-name.ts";

test("somebody who has told no name is named in the reader's language", () => {
  const storedName = createVisitorName("01a221eb-97d9-7340-b46a-099398b21627");
  expect(storedName).toBe("Visitor 1627");
  expect((["en", "vi", "ja"] as const).map((language) => formatVisitorName(storedName, language))).toEqual([
    "Visitor 1627",
    "Khách 1627",
    "ゲスト 1627",
  ]);
});

test("names that people have told stay", () => {
  for (const name of ["Visitor", "Visitor Center", "Hoa", "Khách 1627"])
    expect(formatVisitorName(name, "ja")).toBe(name);
});

test("a search for such a name as it is shown finds it", () => {
  for (const search of ["Khách 1627", "khach 1627", "ゲスト 1627", "ゲスト1627"])
    expect(toStoredVisitorName(search)).toBe("Visitor 1627");
  for (const search of ["Khách sạn Hoa", "1627", "Hoa"]) expect(toStoredVisitorName(search)).toBe(search);
});
