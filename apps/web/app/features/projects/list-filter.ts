import { exclusiveMaximumAmount } from "@kakehashi/contract/money";
import { type listProjects, projectListMembershipFilters, projectSorts } from "@kakehashi/contract/projects";
import type { z } from "zod";

/** The states of a project that the list can be filtered by: open to join, running, or closed. */
export const projectStates = ["open", "runs", "closed"] as const;
export const projectViews = ["cards", "table"] as const;

/** The filters of the list of projects. The page's address contains them. */
export interface ProjectListFilter {
  readonly search?: string;
  readonly skill?: string;
  readonly category_id?: string;
  readonly state?: (typeof projectStates)[number];
  readonly part?: (typeof projectListMembershipFilters)[number];
  readonly currency_id?: string;
  readonly min?: string;
  readonly max?: string;
  readonly sort?: (typeof projectSorts)[number];
}
export type ProjectListFilterName = keyof ProjectListFilter;

const isOneOf = (list: readonly string[]) => (value: string) => list.includes(value);
const isId = (value: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
const isText = (value: string) => value.length <= 200;
/** Whether the text is an amount of money below `exclusiveMaximumAmount`, with at most two decimals. */
export const isAmount = (value: string) =>
  /^\d{1,11}(?:\.\d{1,2})?$/.test(value) && Number(value) < exclusiveMaximumAmount;

const filterValidators = {
  search: isText,
  skill: isText,
  category_id: isId,
  state: isOneOf(projectStates),
  part: isOneOf(projectListMembershipFilters),
  currency_id: isId,
  min: isAmount,
  max: isAmount,
  sort: isOneOf(projectSorts),
} as const satisfies Record<ProjectListFilterName, (value: string) => boolean>;
export const filterNames = Object.keys(filterValidators) as ProjectListFilterName[];

/**
 * Reads the filters of the list of projects from an address. Ignores unknown values, so that a wrong address still
 * shows a list.
 */
export function readFilter(address: URLSearchParams): ProjectListFilter {
  const foundFilters: Partial<Record<ProjectListFilterName, string>> = {};
  for (const name of filterNames) {
    const value = address.get(name)?.trim();
    if (value && filterValidators[name](value)) foundFilters[name] = value;
  }
  // An amount filter needs a currency, because amounts in different currencies cannot be compared.
  if (!foundFilters.currency_id) {
    for (const name of ["min", "max"] as const) delete foundFilters[name];
    if (foundFilters.sort === "budget") delete foundFilters.sort;
  }
  return foundFilters as ProjectListFilter;
}

/**
 * Returns how many of the set filters are in the panel that the filter button shows and hides. The search and the order
 * are outside of this panel.
 */
export const countFiltersInPanel = ({ search: _, sort: __, ...filters }: ProjectListFilter): number =>
  Object.keys(filters).length;

const queryByState = {
  open: { status: "ACTIVE", running: "false" },
  runs: { status: "ACTIVE", running: "true" },
  closed: { status: "DEACTIVE" },
} as const;

/** Returns the query parameters for the request that lists projects. */
export function toRequestQuery({ state, ...filter }: ProjectListFilter): z.input<typeof listProjects.query> {
  return { ...filter, ...(state && queryByState[state]) };
}
