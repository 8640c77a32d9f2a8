import { maximumAmount } from "@kakehashi/contract/money";
import { type listProjects, membershipFilters, projectSorts } from "@kakehashi/contract/projects";
import type { z } from "zod";

/** The states of a project that the list can be filtered by: open to join, running, or closed. */
export const projectStates = ["open", "runs", "closed"] as const;
export const projectViews = ["cards", "table"] as const;

/** The filters of the list of projects. The page's address contains them. */
export interface ListFilter {
  readonly search?: string;
  readonly skill?: string;
  readonly category_id?: string;
  readonly state?: (typeof projectStates)[number];
  readonly part?: (typeof membershipFilters)[number];
  readonly currency_id?: string;
  readonly min?: string;
  readonly max?: string;
  readonly sort?: (typeof projectSorts)[number];
}
export type FilterName = keyof ListFilter;

const isOneOf = (list: readonly string[]) => (value: string) => list.includes(value);
const isId = (value: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
const isText = (value: string) => value.length <= 200;
/** Whether the text is an amount of money below `maximumAmount`, with at most two decimals. */
export const isAmount = (value: string) =>
  /^\d{1,11}(?:\.\d{1,2})?$/.test(value) && Number(value) < maximumAmount;

const filterValidators = {
  search: isText,
  skill: isText,
  category_id: isId,
  state: isOneOf(projectStates),
  part: isOneOf(membershipFilters),
  currency_id: isId,
  min: isAmount,
  max: isAmount,
  sort: isOneOf(projectSorts),
} as const satisfies Record<FilterName, (value: string) => boolean>;
export const filterNames = Object.keys(filterValidators) as FilterName[];

/**
 * Reads the filters of the list of projects from an address. Ignores unknown values, so that a wrong address still
 * shows a list.
 */
export function readFilter(address: URLSearchParams): ListFilter {
  const foundFilters: Partial<Record<FilterName, string>> = {};
  for (const name of filterNames) {
    const value = address.get(name)?.trim();
    if (value && filterValidators[name](value)) foundFilters[name] = value;
  }
  // An amount filter needs a currency, because amounts in different currencies cannot be compared.
  if (!foundFilters.currency_id) {
    for (const name of ["min", "max"] as const) delete foundFilters[name];
    if (foundFilters.sort === "budget") delete foundFilters.sort;
  }
  return foundFilters as ListFilter;
}

/** Returns the number of set filters that the filter button hides. */
export const countFilters = ({ search: _, sort: __, ...filters }: ListFilter): number =>
  Object.keys(filters).length;

const queryByState = {
  open: { status: "ACTIVE", running: "false" },
  runs: { status: "ACTIVE", running: "true" },
  closed: { status: "DEACTIVE" },
} as const;

/** Returns the query parameters for the request that lists projects. */
export function toRequestQuery({ state, ...filter }: ListFilter): z.input<typeof listProjects.query> {
  return { ...filter, ...(state && queryByState[state]) };
}
