import { isLanguage, type Language } from "@kakehashi/contract/languages";
import { type TranslationUnit, type Urgency, urgencies } from "@kakehashi/contract/translations";

/**
 * The two lists on the translators' page: all waiting translations, and the ones that the translator has written or
 * claimed.
 */
export const translationListNames = ["waiting", "mine"] as const;
export type TranslationListName = (typeof translationListNames)[number];

/** The filters of the translators' list. They are part of the page's address, so that the back button restores them. */
export interface TranslationListFilter {
  readonly list: TranslationListName;
  readonly roomId?: string | undefined;
  readonly projectId?: string | undefined;
  readonly source?: Language | undefined;
  readonly into?: Language | undefined;
  readonly urgency?: Urgency | undefined;
  /** Shows only translations that have waited for at least this many minutes. */
  readonly minutes?: number | undefined;
}

/** The options of the filter `minutes`: the shortest waiting time, in minutes. */
export const minimumWaitMinuteOptions = [60, 240, 1440, 4320] as const;

/**
 * The names of the filters' parameters in the address of the translators' page. Another parameter, `to`, is the target
 * language of the open translation, so no filter may have this name.
 */
const parameterNames = {
  list: "list",
  roomId: "room",
  projectId: "project",
  source: "source",
  into: "into",
  urgency: "urgency",
  minutes: "waited",
} as const;
// Checks an id in an address. The chat loads this file, too, so it must not import the contract's large schemas.
export const idPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export type TranslationListFilterName = Exclude<keyof TranslationListFilter, "list">;

/** Reads the filters of the translators' list from an address. Ignores unknown values. */
export function parseTranslationListFilter(address: URLSearchParams): TranslationListFilter {
  const language = (name: string) => {
    const value = address.get(name);
    return isLanguage(value) ? value : undefined;
  };
  const list =
    translationListNames.find((listName) => listName === address.get(parameterNames.list)) ?? "waiting";
  const into = language(parameterNames.into);
  const project = address.get(parameterNames.projectId);
  // The list of the translator's own translations has only one filter: `into`.
  if (list === "mine") return { list, into };
  return {
    list,
    into,
    source: language(parameterNames.source),
    roomId: address.get(parameterNames.roomId) ?? undefined,
    projectId: project !== null && idPattern.test(project) ? project : undefined,
    urgency: urgencies.find((known) => known === address.get(parameterNames.urgency)),
    minutes: minimumWaitMinuteOptions.find((known) => String(known) === address.get(parameterNames.minutes)),
  };
}

/** Returns the address parameters for a list on the translators' page and its filters. */
export const translationListAddressParametersOf = (filter: TranslationListFilter): [string, string][] =>
  (Object.keys(parameterNames) as (keyof TranslationListFilter)[]).flatMap((key): [string, string][] => {
    const value = filter[key];
    return value === undefined || value === "waiting" ? [] : [[parameterNames[key], String(value)]];
  });

/** Returns the address of the translators' page with this list. `openUnit` is the translation that is open beside it. */
export function translationListPathOf(
  filter: TranslationListFilter,
  openUnit?: { mid: string; to: Language },
): string {
  const search = new URLSearchParams([
    ...(openUnit ? [["to", openUnit.to] as [string, string]] : []),
    ...translationListAddressParametersOf(filter),
  ]);
  const path = openUnit ? `/translations/${openUnit.mid}` : "/translations";
  return search.size > 0 ? `${path}?${search}` : path;
}

export const translationUnitPathOf = (
  filter: TranslationListFilter,
  { message, language }: TranslationUnit,
): string => translationListPathOf(filter, { mid: message.id, to: language });

/** Returns how many filters of the translators' list are set. */
export const countTranslationListFilters = ({ list: _, ...filters }: TranslationListFilter): number =>
  Object.values(filters).filter((value) => value !== undefined).length;
