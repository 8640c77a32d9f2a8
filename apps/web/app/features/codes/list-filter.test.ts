import { expect, test } from "vitest";
import { isFiltered, readFilter } from "./list-filter.ts";

const read = (address: string) => readFilter(new URLSearchParams(address));

test("filters are read from the address, and invalid ones are ignored", () => {
  const project_id = "0197a5b0-0000-7000-8000-000000000000";
  const right = { search: "retry", language: "typescript", project_id, mine: "true", sort: "title" };
  expect(read(new URLSearchParams(right).toString())).toEqual(right);
  expect(read(`language=klingon&project_id=1&mine=yes&sort=worst&search=${"a".repeat(201)}&x=y`)).toEqual({});
  expect(read("search=%20")).toEqual({});
});

test("a sort order alone does not count as a filter", () => {
  expect(isFiltered(read("sort=title"))).toBe(false);
  expect(isFiltered(read("mine=true"))).toBe(true);
});
