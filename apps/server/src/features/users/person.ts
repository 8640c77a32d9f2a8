import { professionalTranslatorRoles } from "@kakehashi/contract/known-languages";
import type { Language } from "@kakehashi/contract/languages";
import { type RawBuilder, sql } from "kysely";
import { containsWordsCondition, foldedWordsOf } from "../../kit/db/words.ts";

/** The database columns of a `UserSummary`, except the id. `u` is a row of users. */
export const personColumnsWithoutId = [
  "u.name",
  "u.reading",
  "u.latin_name",
  "u.role",
  "u.avatar",
  "u.working_language",
] as const;

/** The database columns of a `UserSummary`. `u` is a row of users. */
export const personColumnNames = ["u.id", ...personColumnsWithoutId] as const;

/** SQL that selects the columns of a `UserSummary`. */
export const personColumns = sql.join(personColumnNames.map((column) => sql.ref(column)));

/** SQL arguments for `json_build_object()` that give a `UserSummary`. */
export const personJsonArguments = sql.join(
  personColumnNames.flatMap((column) => [sql.lit(column.slice("u.".length)), sql.ref(column)]),
);

/** SQL that builds a `UserSummary` as JSON. `u` is a row of users. */
export const personJson = sql`json_build_object(${personJsonArguments})`;

const partnerColumn = (reader: string, column: RawBuilder<unknown>) => sql`(
  select ${column} from conversation_members n join users u on u.id = n.user_id
  where n.conversation_id = c.id and n.user_id <> ${reader} limit 1)`;

/**
 * SQL for the name that a room has for one of its members. A DIRECT room has the name of the other person. `c` is a row
 * of conversations.
 */
export const roomNameSql = (readerId: string) =>
  sql`case when c.kind = 'DIRECT' then ${partnerColumn(readerId, sql`u.name`)} else c.name end`;

/**
 * SQL for the folded names by which a room is found. For a DIRECT room these are all names of the other person. `c` is
 * a row of conversations.
 */
export const foldedRoomNamesSql = (readerId: string) =>
  sql`case when c.kind = 'DIRECT' then ${partnerColumn(readerId, sql`u.names_folded`)} else fold_text(c.name) end`;

/** SQL for the other person of a DIRECT room as JSON. Null for other rooms. `c` is a row of conversations. */
export const partnerJsonSql = (readerId: string) =>
  sql`case when c.kind = 'DIRECT' then ${partnerColumn(readerId, personJson)} end`;

/**
 * SQL condition: a person's name, its reading or its Latin form contains each word of the search. An empty search
 * matches everybody. `u` is a row of users.
 */
export const nameContainsWordsCondition = (search: string) =>
  containsWordsCondition(sql`u.names_folded`, foldedWordsOf(search));

/** SQL condition: the person knows the language, by the same rule as in `listKnownLanguages`. `u` is a row of users. */
export const knowsLanguageCondition = (
  language: Language | RawBuilder<unknown>,
) => sql<boolean>`(u.working_language is not distinct from ${language} or case
  when u.languages is null then u.role = any(${professionalTranslatorRoles}::text[]) else ${language} = any(u.languages) end)`;
