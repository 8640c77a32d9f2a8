import { expect, test } from "vitest";
import { hasActiveSnippetFilter, parseSnippetListFilter } from "./list-filter.ts";

const filterOfAddress = (address: string) => parseSnippetListFilter(new URLSearchParams(address));

test("filters are read from the address, and invalid ones are ignored", () => {
  const project_id = "0197a5b0-0000-7000-8000-000000000000";
  const filterWithAllParts = {
    search: "retry",
    language: "typescript",
    project_id,
    mine: "true",
    sort: "title",
  };
  expect(filterOfAddress(new URLSearchParams(filterWithAllParts).toString())).toEqual(filterWithAllParts);
  expect(
    filterOfAddress(`language=klingon&project_id=1&mine=yes&sort=worst&search=${"a".repeat(201)}&x=y`),
  ).toEqual({});
  expect(filterOfAddress("search=%20")).toEqual({});
});

test("a sort order alone does not count as a filter", () => {
  expect(hasActiveSnippetFilter(filterOfAddress("sort=title"))).toBe(false);
  expect(hasActiveSnippetFilter(filterOfAddress("mine=true"))).toBe(true);
});
