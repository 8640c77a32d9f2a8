import { deletedNameMark } from "@kakehashi/contract/deleted-names";
import { idsInMentions, parseMentions, renameMentions } from "@kakehashi/contract/mentions";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

/** Removes the names of deleted people from the mentions in stored texts. */
export interface DeletedNames {
  /** Returns the text with `deletedNameMark` as the name in the mentions of these people. */
  removeFrom(content: string): string;
  /** Returns the names of these people in the mentions of a text. */
  namesIn(content: string): string[];
  /** SQL that does the same as `removeFrom` with a column. */
  removedFrom(column: string): RawBuilder<string>;
  /** SQL for whether a column of texts contains mentions of these people with a name. */
  areIn(column: string): RawBuilder<boolean>;
  /** SQL for whether a column of any type may contain mentions of these people, with or without a name. */
  mayBeIn(column: string): RawBuilder<boolean>;
}

/** Prepares the removal of these people's names, for the features that store texts with mentions. */
export function deletedNamesOf(userIds: readonly string[]): DeletedNames {
  const idSet = new Set(userIds);
  const likePatterns = userIds.map((id) => `%](${id})%`);
  // Most texts contain no mention. The first comparison excludes them, and `case` prevents PostgreSQL from making the
  // slower one first.
  const mayBeIn = (column: string) =>
    sql<boolean>`(case when ${sql.ref(column)}::text like '%](%'
      then ${sql.ref(column)}::text like any(${likePatterns}::text[]) else false end)`;
  const pattern = `@\\[(?!${deletedNameMark}\\])[^\\]\\n]{1,200}\\]\\((${userIds.join("|")})\\)`;
  return {
    removeFrom: (content) => renameMentions(content, idSet, deletedNameMark),
    namesIn: (content) => {
      const { text, ranges } = parseMentions(content);
      return ranges
        .filter(({ id }) => idSet.has(id))
        .map(({ start, end }) => text.slice(start + "@".length, end))
        .filter((name) => name !== deletedNameMark);
    },
    removedFrom: (column) =>
      sql<string>`regexp_replace(${sql.ref(column)}, ${pattern}, ${`@[${deletedNameMark}](\\1)`}, 'g')`,
    areIn: (column) => sql<boolean>`(${mayBeIn(column)} and ${sql.ref(column)} ~ ${pattern})`,
    mayBeIn,
  };
}

/**
 * Removes the names of people who are already deleted from the mentions in a new text. Devices that have not heard of a
 * deletion send such texts: from a draft, a copy of an old message, or a list of members. A text without mentions needs
 * no query.
 */
export async function withoutDeletedNames(db: Executor, content: string): Promise<string> {
  const ids = idsInMentions(content);
  if (ids.length === 0) return content;
  const { rows } = await sql<{ id: string }>`
    select id from users where id = any(${ids}::uuid[]) and deleted_at is not null`.execute(db);
  return rows.length === 0 ? content : deletedNamesOf(rows.map(({ id }) => id)).removeFrom(content);
}
