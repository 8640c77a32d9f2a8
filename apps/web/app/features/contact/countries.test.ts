import { expect, test } from "vitest";
import { findCountryCode, sortedCountryNames } from "./countries.ts";

test.each([
  ["Vietnam", "VN"],
  ["việt nam", "VN"],
  ["viet nam", "VN"],
  ["Nhật Bản", "JP"],
  ["nhat ban", "JP"],
  ["日本", "JP"],
  ["UK", "GB"],
  ["jp", "JP"],
  [" Côte d’Ivoire ", "CI"],
])("%s is the country %s", (typedName, code) => expect(findCountryCode(typedName)).toBe(code));

test.each(["", "Atlantis", "<script>", "J", "Japan, Vietnam"])("%s is not a country", (typedName) =>
  expect(findCountryCode(typedName)).toBeNull(),
);

test("every country name in the list is recognised, in each language", () => {
  for (const language of ["en", "vi"] as const) {
    expect(sortedCountryNames(language).map(findCountryCode)).not.toContain(null);
  }
});
