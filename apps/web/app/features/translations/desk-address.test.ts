import { expect, test } from "vitest";
import {
  countTranslationListFilters,
  parseTranslationListFilter,
  type TranslationListFilter,
  translationListPathOf,
} from "./desk-address.ts";

const parseSearchParams = (address: string) => new URLSearchParams(address.split("?")[1] ?? "");

test("the filters of a list are in its address, also while a translation is open, and are read back", () => {
  const filters: TranslationListFilter[] = [
    { list: "waiting" },
    { list: "waiting", source: "ja", into: "vi", urgency: "HIGH", minutes: 240, roomId: "0190-a" },
    { list: "waiting", projectId: "01a217ef-ebf0-7485-941a-267b44670bf9" },
    { list: "mine", into: "en" },
  ];
  for (const filter of filters) {
    expect(parseTranslationListFilter(parseSearchParams(translationListPathOf(filter)))).toEqual(filter);
    expect(
      parseTranslationListFilter(parseSearchParams(translationListPathOf(filter, { mid: "m", to: "ja" }))),
    ).toEqual(filter);
  }
  expect(translationListPathOf({ list: "waiting" })).toBe("/translations");
  expect(translationListPathOf({ list: "waiting", into: "vi" }, { mid: "m", to: "en" })).toBe(
    "/translations/m?to=en&into=vi",
  );
});

test("unknown values in an address filter nothing", () => {
  const filter = parseTranslationListFilter(
    new URLSearchParams("list=all&into=fr&source=&urgency=SOON&waited=7&project=mine"),
  );
  expect(countTranslationListFilters(filter)).toBe(0);
  expect(filter.list).toBe("waiting");
});
