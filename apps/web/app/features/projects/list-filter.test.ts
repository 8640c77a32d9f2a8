import { listProjects } from "@kakehashi/contract/projects";
import { expect, test } from "vitest";
import { countFiltersInPanel, readFilter, toRequestQuery } from "./list-filter.ts";

const categoryId = "0199f3a0-0000-7000-8000-000000000001";
const readFilterFromUrl = (address: string) => readFilter(new URLSearchParams(address));

test("An address says what the list is filtered by", () => {
  const fullQueryString = `search=sakura&skill=react&category_id=${categoryId}&state=open&part=host&currency_id=${categoryId}&min=10&max=20.5&sort=budget`;
  expect(new URLSearchParams({ ...readFilterFromUrl(fullQueryString) }).toString()).toBe(fullQueryString);
  expect(countFiltersInPanel(readFilterFromUrl(fullQueryString))).toBe(7);
  expect(listProjects.query.parse(toRequestQuery(readFilterFromUrl(fullQueryString)))).toMatchObject({
    search: "sakura",
    skill: "react",
    category_id: categoryId,
    status: "ACTIVE",
    running: false,
    part: "host",
    currency_id: categoryId,
    min: 10,
    max: 20.5,
    sort: "budget",
  });
});

test.each(["category_id=7", "state=gone", "part=admin", "sort=name", "view=table", "search=%20"])(
  "%s sets no filter",
  (address) => {
    expect(readFilterFromUrl(address)).toEqual({});
  },
);

test("Amounts count within a currency only", () => {
  expect(readFilterFromUrl("min=10&max=20&sort=budget")).toEqual({});
  expect(readFilterFromUrl(`currency_id=${categoryId}&min=abc&max=100000000000`)).toEqual({
    currency_id: categoryId,
  });
});
