import { type CodeLanguage, codeLanguageIds } from "@kakehashi/contract/code-languages";
import { codeSorts } from "@kakehashi/contract/codes";

/** The filters of the list of code snippets. They are in the page's address. */
export interface SnippetListFilter {
  readonly search?: string;
  readonly language?: CodeLanguage;
  readonly project_id?: string;
  readonly mine?: "true";
  /** Whether to list deleted snippets, which can be restored, instead of the others. */
  readonly trash?: "true";
  readonly sort?: (typeof codeSorts)[number];
}
export type SnippetListFilterName = keyof SnippetListFilter;

const createMembershipCheck = (list: readonly string[]) => (value: string) => list.includes(value);

const filterValueChecks = {
  search: (value) => value.length <= 200,
  language: createMembershipCheck(codeLanguageIds),
  project_id: (value) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value),
  mine: createMembershipCheck(["true"]),
  trash: createMembershipCheck(["true"]),
  sort: createMembershipCheck(codeSorts),
} as const satisfies Record<SnippetListFilterName, (value: string) => boolean>;

/**
 * Reads the filters of the list of snippets from an address. Ignores unknown values, so that a wrong address still
 * leads to a list.
 */
export function parseSnippetListFilter(address: URLSearchParams): SnippetListFilter {
  const validFilters: Partial<Record<SnippetListFilterName, string>> = {};
  for (const name of Object.keys(filterValueChecks) as SnippetListFilterName[]) {
    const value = address.get(name)?.trim();
    if (value && filterValueChecks[name](value)) validFilters[name] = value;
  }
  return validFilters as SnippetListFilter;
}

/** Whether a filter of the list of snippets is set. The sort order does not count as a filter. */
export const hasActiveSnippetFilter = ({ sort: _, ...filters }: SnippetListFilter): boolean =>
  Object.keys(filters).length > 0;
