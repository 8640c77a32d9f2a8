import { type CodeLanguage, codeLanguageIds } from "@kakehashi/contract/code-languages";
import { codeSorts } from "@kakehashi/contract/codes";

/** The filters of the list of snippets, from the page's address. */
export interface ListFilter {
  readonly search?: string;
  readonly language?: CodeLanguage;
  readonly project_id?: string;
  readonly mine?: "true";
  /** Deleted snippets that can be restored. */
  readonly trash?: "true";
  readonly sort?: (typeof codeSorts)[number];
}
export type FilterName = keyof ListFilter;

const isOneOf = (list: readonly string[]) => (value: string) => list.includes(value);

const valueChecks = {
  search: (value) => value.length <= 200,
  language: isOneOf(codeLanguageIds),
  project_id: (value) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value),
  mine: isOneOf(["true"]),
  trash: isOneOf(["true"]),
  sort: isOneOf(codeSorts),
} as const satisfies Record<FilterName, (value: string) => boolean>;

/** Reads the filters from an address. Unknown values are ignored, so that a wrong address still shows a list. */
export function readFilter(address: URLSearchParams): ListFilter {
  const found: Partial<Record<FilterName, string>> = {};
  for (const name of Object.keys(valueChecks) as FilterName[]) {
    const value = address.get(name)?.trim();
    if (value && valueChecks[name](value)) found[name] = value;
  }
  return found as ListFilter;
}

/** Whether any filter is set. The order is no filter. */
export const isFiltered = ({ sort: _, ...filters }: ListFilter): boolean => Object.keys(filters).length > 0;
