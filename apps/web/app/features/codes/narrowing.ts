import { type CodeLanguage, codeLanguageIds } from "@kakehashi/contract/code-languages";
import { codeSorts } from "@kakehashi/contract/codes";

/** What the list of snippets is narrowed to, as the page's address holds it. */
export interface Narrowing {
  readonly search?: string;
  readonly language?: CodeLanguage;
  readonly project_id?: string;
  readonly mine?: "true";
  /** What was deleted, and can be brought back. */
  readonly trash?: "true";
  readonly sort?: (typeof codeSorts)[number];
}
export type NarrowingName = keyof Narrowing;

const oneOf = (list: readonly string[]) => (value: string) => list.includes(value);

const allowed = {
  search: (value) => value.length <= 200,
  language: oneOf(codeLanguageIds),
  project_id: (value) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value),
  mine: oneOf(["true"]),
  trash: oneOf(["true"]),
  sort: oneOf(codeSorts),
} as const satisfies Record<NarrowingName, (value: string) => boolean>;

/** What an address asks for. Anything else in it is ignored, so that a wrong address still shows a list. */
export function readNarrowing(address: URLSearchParams): Narrowing {
  const found: Partial<Record<NarrowingName, string>> = {};
  for (const name of Object.keys(allowed) as NarrowingName[]) {
    const value = address.get(name)?.trim();
    if (value && allowed[name](value)) found[name] = value;
  }
  return found as Narrowing;
}

/** Whether it leaves anything out. The order does not. */
export const isNarrowed = ({ sort: _, ...filters }: Narrowing): boolean => Object.keys(filters).length > 0;
