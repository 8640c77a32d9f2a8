import type { LineKind, SystemLine } from "@kakehashi/contract/lines";
import type { TFunction } from "i18next";
import type { Format } from "../../../kit/format.ts";
import type { Person } from "../../profiles/people.ts";
import { shortName } from "../../profiles/short-name.ts";

/** How many people one drawn line names; the others are counted, unless it is only one. */
const maxNames = 3;

const foldable: ReadonlySet<LineKind> = new Set(["JOINED", "ADDED", "LEFT", "REMOVED", "RENAMED"]);

/** Whether a line is drawn as one with the line before it: the same happened again. */
export const joinsPrevious = (before: SystemLine, line: SystemLine): boolean =>
  foldable.has(line.kind) && before.kind === line.kind && before.actor_id === line.actor_id;

/** Whom these lines, drawn as one, name: who did it, and the first of those it is about. */
export function peopleOf(lines: readonly SystemLine[]): { actor: string | null; ids: string[] } {
  const ids = [...new Set(lines.flatMap(({ user_ids }) => user_ids))];
  const all = countOf(lines) === maxNames + 1 ? maxNames + 1 : maxNames;
  return { actor: lines[0]?.actor_id ?? null, ids: ids.slice(0, all) };
}

/** How many people these lines are about; who is named twice is one. */
function countOf(lines: readonly SystemLine[]): number {
  const named = lines.flatMap(({ user_ids }) => user_ids);
  const all = lines.reduce((sum, { user_count }) => sum + user_count, 0);
  return all - named.length + new Set(named).size;
}

const keys = {
  JOINED: "lineJoined",
  ADDED: "lineAdded",
  LEFT: "lineLeft",
  REMOVED: "lineRemoved",
  RENAMED: "lineRenamed",
  OWNER: "lineOwner",
  NOT_OWNER: "lineNotOwner",
  CLOSED: "lineClosed",
} as const satisfies Record<LineKind, string>;

type Texts = TFunction<"messages">;
type Named = Pick<Person, "name" | "deleted"> | null | undefined;

/** As sentences name a person; who has no account any more has no name to be polite to. */
export const called = (person: Named, t: Texts): string =>
  person ? (person.deleted ? person.name : t("lineName", { name: shortName(person.name) })) : "…";

/** What lines that are drawn as one say; `personOf` looks people up. */
export function lineText(
  lines: readonly SystemLine[],
  personOf: (id: string) => Named,
  t: Texts,
  format: Pick<Format, "list">,
): string {
  const last = lines.at(-1);
  if (!last) return "";
  const { actor, ids } = peopleOf(lines);
  const others = countOf(lines) - ids.length;
  const names = ids.map((id) => called(personOf(id), t));
  const people = format.list(others > 0 ? [...names, t("others", { count: others })] : names);
  const key = last.kind === "OWNER" && actor === null ? "lineNowOwner" : keys[last.kind];
  return t(key, { actor: actor === null ? "" : called(personOf(actor), t), people, name: last.name ?? "" });
}
