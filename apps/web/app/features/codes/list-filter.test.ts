import { expect, test } from "vitest";
import { isFiltered, readFilter } from "./list-filter.ts";

const readAddress = (address: string) => readFilter(new URLSearchParams(address));

test("filters are read from the address, and invalid ones are ignored", () => {
  const project_id = "0197a5b0-0000-7000-8000-000000000000";
  const validFilter = { search: "retry", language: "typescript", project_id, mine: "true", sort: "title" };
  expect(readAddress(new URLSearchParams(validFilter).toString())).toEqual(validFilter);
  expect(
    readAddress(`language=klingon&project_id=1&mine=yes&sort=worst&search=${"a".repeat(201)}&x=y`),
  ).toEqual({});
  expect(readAddress("search=%20")).toEqual({});
});

test("a sort order alone does not count as a filter", () => {
  expect(isFiltered(readAddress("sort=title"))).toBe(false);
  expect(isFiltered(readAddress("mine=true"))).toBe(true);
});
