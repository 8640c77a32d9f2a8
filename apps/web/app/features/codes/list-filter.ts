import { type CodeLanguage, codeLanguageIds } from "@kakehashi/contract/code-languages";
import { codeSorts } from "@kakehashi/contract/codes";

/** The filters of the list of code snippets. They are in the page's address. */
export interface ListFilter {
  readonly search?: string;
  readonly language?: CodeLanguage;
  readonly project_id?: string;
  readonly mine?: "true";
  /** Whether to list deleted snippets, which can be restored, instead of the others. */
  readonly trash?: "true";
  readonly sort?: (typeof codeSorts)[number];
}
export type FilterName = keyof ListFilter;

const createMembershipCheck = (list: readonly string[]) => (value: string) => list.includes(value);

const filterValueChecks = {
  search: (value) => value.length <= 200,
  language: createMembershipCheck(codeLanguageIds),
  project_id: (value) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value),
  mine: createMembershipCheck(["true"]),
  trash: createMembershipCheck(["true"]),
  sort: createMembershipCheck(codeSorts),
} as const satisfies Record<FilterName, (value: string) => boolean>;

/**
 * Reads the filters of the list of snippets from an address. Ignores unknown values, so that a wrong address still
 * leads to a list.
 */
export function parseListFilter(address: URLSearchParams): ListFilter {
  const validFilters: Partial<Record<FilterName, string>> = {};
  for (const name of Object.keys(filterValueChecks) as FilterName[]) {
    const value = address.get(name)?.trim();
    if (value && filterValueChecks[name](value)) validFilters[name] = value;
  }
  return validFilters as ListFilter;
}

/** Whether a filter of the list of snippets is set. The sort order does not count as a filter. */
export const hasActiveFilter = ({ sort: _, ...filters }: ListFilter): boolean =>
  Object.keys(filters).length > 0;
