import { isLanguage, type Language } from "@kakehashi/contract/languages";
import { type TranslationUnit, type Urgency, urgencies } from "@kakehashi/contract/translations";

/**
 * The two lists on the translators' page: all waiting translations, and those that the translator has written or
 * claimed.
 */
export const translationListNames = ["waiting", "mine"] as const;
export type TranslationListName = (typeof translationListNames)[number];

/**
 * The filters of a list on the translators' page. The page's address contains them, so that the back button restores
 * them.
 */
export interface TranslationListFilter {
  readonly list: TranslationListName;
  readonly roomId?: string | undefined;
  readonly projectId?: string | undefined;
  readonly source?: Language | undefined;
  readonly into?: Language | undefined;
  readonly urgency?: Urgency | undefined;
  /** The filter for translations that have waited for at least this many minutes. */
  readonly minutes?: number | undefined;
}

/** The choices of the filter `minutes`: for how many minutes a translation has waited at least. */
export const waitMinutes = [60, 240, 1440, 4320] as const;

/** The names of the parameters in the translators' page's address. `to` is the language of the open translation. */
const names = {
  list: "list",
  roomId: "room",
  projectId: "project",
  source: "source",
  into: "into",
  urgency: "urgency",
  minutes: "waited",
} as const;
// The pattern that checks an id in an address. The contract's schema is not used for this, because the chat loads this
// file and would have to load the validator with the schema.
export const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export type TranslationListFilterName = Exclude<keyof TranslationListFilter, "list">;

/** Reads the filters of the translators' list from an address. Ignores unknown values. */
export function filterOf(address: URLSearchParams): TranslationListFilter {
  const language = (name: string) => {
    const value = address.get(name);
    return isLanguage(value) ? value : undefined;
  };
  const list = translationListNames.find((known) => known === address.get(names.list)) ?? "waiting";
  const into = language(names.into);
  const project = address.get(names.projectId);
  // The list of a translator's own translations has only the filter `into`.
  if (list === "mine") return { list, into };
  return {
    list,
    into,
    source: language(names.source),
    roomId: address.get(names.roomId) ?? undefined,
    projectId: project !== null && isId.test(project) ? project : undefined,
    urgency: urgencies.find((known) => known === address.get(names.urgency)),
    minutes: waitMinutes.find((known) => String(known) === address.get(names.minutes)),
  };
}

/** Returns the address parameters for a list on the translators' page and its filters. */
export const filterParameters = (filter: TranslationListFilter): [string, string][] =>
  (Object.keys(names) as (keyof TranslationListFilter)[]).flatMap((key): [string, string][] => {
    const value = filter[key];
    return value === undefined || value === "waiting" ? [] : [[names[key], String(value)]];
  });

/**
 * Returns the address of the translators' page with this list. If `open` is given, its translation is open beside the
 * list.
 */
export function translationListAddress(
  filter: TranslationListFilter,
  open?: { mid: string; to: Language },
): string {
  const search = new URLSearchParams([
    ...(open ? [["to", open.to] as [string, string]] : []),
    ...filterParameters(filter),
  ]);
  const path = open ? `/translations/${open.mid}` : "/translations";
  return search.size > 0 ? `${path}?${search}` : path;
}

export const translationUnitAddress = (
  filter: TranslationListFilter,
  { message, language }: TranslationUnit,
): string => translationListAddress(filter, { mid: message.id, to: language });

/** Returns how many filters of the translators' list are set. */
export const countFilters = ({ list: _, ...filters }: TranslationListFilter): number =>
  Object.values(filters).filter((value) => value !== undefined).length;
