import { isLanguage, type Language } from "@kakehashi/contract/languages";
import { type TranslationUnit, type Urgency, urgencies } from "@kakehashi/contract/translations";

/** What the desk lists: all that waits, or what the translator wrote or has claimed. */
export const deskLists = ["waiting", "mine"] as const;
export type DeskList = (typeof deskLists)[number];

/** What the list is narrowed to. Each stands in the page's address, so that the way back leads to the same list. */
export interface DeskFilter {
  readonly list: DeskList;
  readonly roomId?: string | undefined;
  readonly source?: Language | undefined;
  readonly into?: Language | undefined;
  readonly urgency?: Urgency | undefined;
  /** Only what has waited for at least this long. */
  readonly minutes?: number | undefined;
}

/** The choices of how long something has waited. */
export const waitMinutes = [60, 240, 1440, 4320] as const;

/** Names of the parameters. `to` is the language of the translation that is open. */
const names = {
  list: "list",
  roomId: "room",
  source: "source",
  into: "into",
  urgency: "urgency",
  minutes: "waited",
} as const;
export type NarrowedBy = Exclude<keyof DeskFilter, "list">;

/** Reads an address; what it does not know, it leaves out. */
export function filterOf(address: URLSearchParams): DeskFilter {
  const language = (name: string) => {
    const value = address.get(name);
    return isLanguage(value) ? value : undefined;
  };
  const list = deskLists.find((known) => known === address.get(names.list)) ?? "waiting";
  const into = language(names.into);
  // What is mine waits for nobody.
  if (list === "mine") return { list, into };
  return {
    list,
    into,
    source: language(names.source),
    roomId: address.get(names.roomId) ?? undefined,
    urgency: urgencies.find((known) => known === address.get(names.urgency)),
    minutes: waitMinutes.find((known) => String(known) === address.get(names.minutes)),
  };
}

const parametersOf = (filter: DeskFilter): [string, string][] =>
  (Object.keys(names) as (keyof DeskFilter)[]).flatMap((key): [string, string][] => {
    const value = filter[key];
    return value === undefined || value === "waiting" ? [] : [[names[key], String(value)]];
  });

/** The desk with this list, and with one translation open beside it. */
export function deskAddress(filter: DeskFilter, open?: { mid: string; to: Language }): string {
  const search = new URLSearchParams([
    ...(open ? [["to", open.to] as [string, string]] : []),
    ...parametersOf(filter),
  ]);
  const path = open ? `/translations/${open.mid}` : "/translations";
  return search.size > 0 ? `${path}?${search}` : path;
}

export const unitAddress = (filter: DeskFilter, { message, language }: TranslationUnit): string =>
  deskAddress(filter, { mid: message.id, to: language });

/** How many filters narrow the list. */
export const countFilters = ({ list: _, ...filters }: DeskFilter): number =>
  Object.values(filters).filter((value) => value !== undefined).length;
