import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { everything, type Filter, type Filters, useFilters } from "./use-filters.ts";

const filters: readonly Filter[] = [
  { name: "state", label: "State", options: [], initial: "open" },
  { name: "role", label: "Role", options: [] },
];

function List({ days, tell }: { days: boolean; tell: (found: Filters) => void }): null {
  tell(useFilters(filters, days));
  return null;
}

/** The filters that a list reads from this address. */
function at(address: string, days = false): Filters {
  const told: Filters[] = [];
  const list = createElement(List, { days, tell: (found) => told.push(found) });
  renderToString(createElement(MemoryRouter, { initialEntries: [address] }, list));
  const [found] = told;
  if (!found) throw new Error("The list was not drawn");
  return found;
}

test("a list is narrowed to what its address says, and where it says nothing to what a filter begins with", () => {
  const initial = at("/list");
  expect([initial.chosen, initial.narrowed, initial.page]).toEqual([{ state: "open" }, false, 1]);
  const chosen = at("/list?state=done&role=dev&search=linh&page=3&unknown=x");
  expect(chosen.chosen).toEqual({ state: "done", role: "dev", search: "linh" });
  expect([chosen.narrowed, chosen.page]).toEqual([true, 3]);
  expect(filters.map(chosen.optionOf)).toEqual(["done", "dev"]);
});

test("a filter that is taken back asks for everything", () => {
  const all = at(`/list?state=${everything}`);
  expect([all.chosen, all.optionOf(filters[0] as Filter)]).toEqual([{}, everything]);
});

test("days count where the list has them, and a page that is none is the first", () => {
  const address = "/list?from=2026-01-01&to=2026-01-31&page=-2";
  expect(at(address, true).chosen).toEqual({ state: "open", from: "2026-01-01", to: "2026-01-31" });
  expect(at(address).chosen).toEqual({ state: "open" });
  expect([at(address).page, at("/list?page=x").page]).toEqual([1, 1]);
});
