import { deletedNameMark } from "@kakehashi/contract/deleted-names";
import { findMentionedIdsEvenInCode, parseMentions, renameMentions } from "@kakehashi/contract/mentions";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

/** Removes the names of deleted people from the mentions in stored texts. */
export interface DeletedNamesRemover {
  /** In mentions of these people, replaces the name by `deletedNameMark`. Returns the changed text. */
  removeFrom(content: string): string;
  /** Returns the names by which a text mentions these people. */
  listNamesIn(content: string): string[];
  /** SQL for the text of a column, with these people's names replaced as by `removeFrom`. */
  sqlWithoutNames(column: string): RawBuilder<string>;
  /** SQL condition: the texts of this column mention one of these people by a name that is not yet removed. */
  sqlHasNames(column: string): RawBuilder<boolean>;
  /**
   * SQL condition: the value of this column may mention one of these people. The column can have any type. Also true if
   * the names in the mentions are already removed.
   */
  sqlMayHaveMentions(column: string): RawBuilder<boolean>;
}

/**
 * Returns the functions that remove these people's names from texts, for the features that store texts with mentions.
 */
export function createDeletedNamesRemover(userIds: readonly string[]): DeletedNamesRemover {
  const idSet = new Set(userIds);
  const likePatterns = userIds.map((id) => `%](${id})%`);
  // Most texts contain no mention. The first comparison is fast and excludes them. Because of `case`, PostgreSQL cannot
  // make the slower comparison first.
  const mayBeIn = (column: string) =>
    sql<boolean>`(case when ${sql.ref(column)}::text like '%](%'
      then ${sql.ref(column)}::text like any(${likePatterns}::text[]) else false end)`;
  const pattern = `@\\[(?!${deletedNameMark}\\])[^\\]\\n]{1,200}\\]\\((${userIds.join("|")})\\)`;
  return {
    removeFrom: (content) => renameMentions(content, idSet, deletedNameMark),
    listNamesIn: (content) => {
      const { text, ranges } = parseMentions(content);
      return ranges
        .filter(({ id }) => idSet.has(id))
        .map(({ start, end }) => text.slice(start + "@".length, end))
        .filter((name) => name !== deletedNameMark);
    },
    sqlWithoutNames: (column) =>
      sql<string>`regexp_replace(${sql.ref(column)}, ${pattern}, ${`@[${deletedNameMark}](\\1)`}, 'g')`,
    sqlHasNames: (column) => sql<boolean>`(${mayBeIn(column)} and ${sql.ref(column)} ~ ${pattern})`,
    sqlMayHaveMentions: mayBeIn,
  };
}

/**
 * Removes the names of people who are already deleted from the mentions in a new text. A device that does not yet know
 * of the deletion can send such a text, for example from a draft or a copied message. A text without mentions needs no
 * query.
 */
export async function removeDeletedNamesFromText(db: Executor, content: string): Promise<string> {
  const ids = findMentionedIdsEvenInCode(content);
  if (ids.length === 0) return content;
  const { rows } = await sql<{ id: string }>`
    select id from users where id = any(${ids}::uuid[]) and deleted_at is not null`.execute(db);
  return rows.length === 0
    ? content
    : createDeletedNamesRemover(rows.map(({ id }) => id)).removeFrom(content);
}
