import { costCeiling, type listProjects, projectParts, projectSorts } from "@kakehashi/contract/projects";
import type { z } from "zod";

/** Whether people can join a project, whether it runs, or neither. */
export const projectStates = ["open", "runs", "closed"] as const;
export const projectViews = ["cards", "table"] as const;

/** What the list of projects is narrowed to, as the page's address holds it. */
export interface Narrowing {
  readonly search?: string;
  readonly skill?: string;
  readonly category_id?: string;
  readonly state?: (typeof projectStates)[number];
  readonly part?: (typeof projectParts)[number];
  readonly currency_id?: string;
  readonly min?: string;
  readonly max?: string;
  readonly sort?: (typeof projectSorts)[number];
}
export type NarrowingName = keyof Narrowing;

const oneOf = (list: readonly string[]) => (value: string) => list.includes(value);
const isId = (value: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
const isText = (value: string) => value.length <= 200;
/** Money below the ceiling, with two decimals at most. */
export const isAmount = (value: string) =>
  /^\d{1,11}(?:\.\d{1,2})?$/.test(value) && Number(value) < costCeiling;

const allowed = {
  search: isText,
  skill: isText,
  category_id: isId,
  state: oneOf(projectStates),
  part: oneOf(projectParts),
  currency_id: isId,
  min: isAmount,
  max: isAmount,
  sort: oneOf(projectSorts),
} as const satisfies Record<NarrowingName, (value: string) => boolean>;
export const narrowingNames = Object.keys(allowed) as NarrowingName[];

/** What an address asks for. Anything else in it is ignored, so that a wrong address still shows a list. */
export function readNarrowing(address: URLSearchParams): Narrowing {
  const found: Partial<Record<NarrowingName, string>> = {};
  for (const name of narrowingNames) {
    const value = address.get(name)?.trim();
    if (value && allowed[name](value)) found[name] = value;
  }
  // Amounts of different currencies are not compared.
  if (!found.currency_id) {
    for (const name of ["min", "max"] as const) delete found[name];
    if (found.sort === "budget") delete found.sort;
  }
  return found as Narrowing;
}

/** How many filters are behind the button of the filters. */
export const countFilters = ({ search: _, sort: __, ...filters }: Narrowing): number =>
  Object.keys(filters).length;

const states = {
  open: { status: "ACTIVE", running: "false" },
  runs: { status: "ACTIVE", running: "true" },
  closed: { status: "DEACTIVE" },
} as const;

/** The call's query for it. */
export function queryOf({ state, ...narrowing }: Narrowing): z.input<typeof listProjects.query> {
  return { ...narrowing, ...(state && states[state]) };
}
