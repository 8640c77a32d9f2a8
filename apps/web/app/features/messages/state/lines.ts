import type { SystemLine, SystemLineKind } from "@kakehashi/contract/lines";
import type { TFunction } from "i18next";
import type { LocaleFormat } from "../../../kit/format.ts";
import type { PersonOrDeletedAccount } from "../../profiles/people.ts";
import { shortenName } from "../../profiles/short-name.ts";

/**
 * A row of system messages names at most this many people and counts the others. If only one other person is left, that
 * person is named as well.
 */
const maxNames = 3;

const groupableKinds: ReadonlySet<SystemLineKind> = new Set([
  "JOINED",
  "ADDED",
  "LEFT",
  "REMOVED",
  "RENAMED",
]);

/** Whether a system message joins the row of the one before it, because the same person did the same thing. */
export const joinsPreviousLine = (previousLine: SystemLine, line: SystemLine): boolean =>
  groupableKinds.has(line.kind) && previousLine.kind === line.kind && previousLine.actor_id === line.actor_id;

/**
 * Returns the ids of the people whom a row of system messages names: the actor, and the first people whom the action
 * concerns.
 */
export function namedPersonIdsOf(lines: readonly SystemLine[]): { actorId: string | null; ids: string[] } {
  const ids = [...new Set(lines.flatMap(({ user_ids }) => user_ids))];
  const maxNamedPeople = countPeople(lines) === maxNames + 1 ? maxNames + 1 : maxNames;
  return { actorId: lines[0]?.actor_id ?? null, ids: ids.slice(0, maxNamedPeople) };
}

/** How many different people a row of system messages is about. */
function countPeople(lines: readonly SystemLine[]): number {
  const namedIds = lines.flatMap(({ user_ids }) => user_ids);
  const affectedCount = lines.reduce((sum, { user_count }) => sum + user_count, 0);
  return affectedCount - namedIds.length + new Set(namedIds).size;
}

/**
 * The files with the texts of system messages. `bots` contains those for chats with visitors. It is loaded only on
 * pages with such chats.
 */
type TranslateFunction = TFunction<["messages", "bots"]>;
type NamedPerson = Pick<PersonOrDeletedAccount, "name" | "deleted"> | null | undefined;

/** Returns a person's name for a sentence. A placeholder for a deleted account gets no honorific. */
export const formatNameInSentence = (person: NamedPerson, t: TFunction<"messages">): string =>
  person ? (person.deleted ? person.name : t("lineName", { name: shortenName(person.name) })) : "…";

type VisitorTalkLineKind = Extract<SystemLineKind, `TALK_${string}`>;
const isVisitorTalkLine = (kind: SystemLineKind): kind is VisitorTalkLineKind => kind.startsWith("TALK_");

function textKeyOf(kind: SystemLineKind, actorId: string | null, [firstUserId]: readonly string[]) {
  if (kind === "OWNER" && actorId === null) return "lineNowOwner";
  // If the actor has undone their own hand-over, use a sentence that does not name the same person twice.
  if (kind === "TALK_TAKEN_BACK" && firstUserId === actorId) return "bots:lineTalkUndone";
  return isVisitorTalkLine(kind) ? (`bots:line_${kind}` as const) : (`line_${kind}` as const);
}

/** Returns the text of a row of system messages. `findPerson` looks up people by id. */
export function lineTextOf(
  lines: readonly SystemLine[],
  findPerson: (id: string) => NamedPerson,
  t: TranslateFunction,
  format: Pick<LocaleFormat, "list">,
): string {
  const lastLine = lines.at(-1);
  if (!lastLine) return "";
  const { actorId: actor, ids } = namedPersonIdsOf(lines);
  const otherCount = countPeople(lines) - ids.length;
  const names = ids.map((id) => formatNameInSentence(findPerson(id), t));
  const people = format.list(otherCount > 0 ? [...names, t("others", { count: otherCount })] : names);
  const key = textKeyOf(lastLine.kind, actor, ids);
  return t(key, {
    actor: actor === null ? "" : formatNameInSentence(findPerson(actor), t),
    people,
    name: lastLine.name ?? "",
  });
}
