import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { allOptionValue, type TableFilter, type TableFilterState, useTableFilters } from "./use-filters.ts";

const testFilters: readonly TableFilter[] = [
  { name: "state", label: "State", options: [], initialValue: "open" },
  { name: "role", label: "Role", options: [] },
];

function FilteredList({
  days: hasDays,
  onFilters,
}: {
  days: boolean;
  onFilters: (currentFilters: TableFilterState) => void;
}): null {
  onFilters(useTableFilters(testFilters, hasDays));
  return null;
}

/** The filters that a list reads from this address. */
function readFiltersAt(address: string, hasDays = false): TableFilterState {
  const reportedFilters: TableFilterState[] = [];
  const list = createElement(FilteredList, {
    days: hasDays,
    onFilters: (currentFilters) => reportedFilters.push(currentFilters),
  });
  renderToString(createElement(MemoryRouter, { initialEntries: [address] }, list));
  const [currentFilters] = reportedFilters;
  if (!currentFilters) throw new Error("The list was not drawn");
  return currentFilters;
}

test("filters come from the address, or else have their initial values", () => {
  const initialFilters = readFiltersAt("/list");
  expect([initialFilters.chosen, initialFilters.isNarrowed, initialFilters.page]).toEqual([
    { state: "open" },
    false,
    1,
  ]);
  const currentFilters = readFiltersAt("/list?state=done&role=dev&search=linh&page=3&unknown=x");
  expect(currentFilters.chosen).toEqual({ state: "done", role: "dev", search: "linh" });
  expect([currentFilters.isNarrowed, currentFilters.page]).toEqual([true, 3]);
  expect(testFilters.map(currentFilters.optionOf)).toEqual(["done", "dev"]);
});

test("a removed filter shows everything", () => {
  const filtersWithAllOption = readFiltersAt(`/list?state=${allOptionValue}`);
  expect([filtersWithAllOption.chosen, filtersWithAllOption.optionOf(testFilters[0] as TableFilter)]).toEqual(
    [{}, allOptionValue],
  );
});

test("day filters apply only to lists that have them, and an invalid page is the first", () => {
  const address = "/list?from=2026-01-01&to=2026-01-31&page=-2";
  expect(readFiltersAt(address, true).chosen).toEqual({
    state: "open",
    from: "2026-01-01",
    to: "2026-01-31",
  });
  expect(readFiltersAt(address).chosen).toEqual({ state: "open" });
  expect([readFiltersAt(address).page, readFiltersAt("/list?page=x").page]).toEqual([1, 1]);
});
