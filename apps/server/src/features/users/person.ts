import { translatorRoles } from "@kakehashi/contract/known-languages";
import type { Language } from "@kakehashi/contract/languages";
import { type RawBuilder, sql } from "kysely";
import { foldedWordsOf, hasWords } from "../../kit/db/words.ts";

/** The columns of a `UserSummary` without the id. `u` is a row of users. */
export const personFields = [
  "u.name",
  "u.reading",
  "u.latin_name",
  "u.role",
  "u.avatar",
  "u.working_language",
] as const;

/** The columns of a `UserSummary`. `u` is a row of users. */
export const person = ["u.id", ...personFields] as const;

/** The columns of `person` as a list for a `select`. */
export const personColumns = sql.join(person.map((column) => sql.ref(column)));

/** The columns of `person` as arguments of `json_build_object()`. */
export const personJsonArguments = sql.join(
  person.flatMap((column) => [sql.lit(column.slice("u.".length)), sql.ref(column)]),
);

/** A `UserSummary` as JSON in SQL. `u` is a row of users. */
export const personJson = sql`json_build_object(${personJsonArguments})`;

const partnerColumn = (reader: string, column: RawBuilder<unknown>) => sql`(
  select ${column} from conversation_members n join users u on u.id = n.user_id
  where n.conversation_id = c.id and n.user_id <> ${reader} limit 1)`;

/**
 * The name of a room for one of its members, in SQL. A DIRECT room has the other person's name. `c` is a row
 * of conversations.
 */
export const roomNameFor = (reader: string) =>
  sql`case when c.kind = 'DIRECT' then ${partnerColumn(reader, sql`u.name`)} else c.name end`;

/**
 * The folded names to find a room by, in SQL: for a DIRECT room, all names of the other person. `c` is a row
 * of conversations.
 */
export const foldedRoomNames = (reader: string) =>
  sql`case when c.kind = 'DIRECT' then ${partnerColumn(reader, sql`u.names_folded`)} else fold_text(c.name) end`;

/** The other person of a DIRECT room as JSON, in SQL. Null for other rooms. `c` is a row of conversations. */
export const partnerJsonFor = (reader: string) =>
  sql`case when c.kind = 'DIRECT' then ${partnerColumn(reader, personJson)} end`;

/**
 * Whether a person's name, the name's reading or its Latin form contains each word of the search. An empty search
 * matches everybody. `u` is a row of users.
 */
export const hasNameWords = (search: string) => hasWords(sql`u.names_folded`, foldedWordsOf(search));

/** Whether a person knows a language, by the same rule as `knownLanguages`. `u` is a row of users. */
export const knowsLanguage = (
  language: Language | RawBuilder<unknown>,
) => sql<boolean>`(u.working_language is not distinct from ${language} or case
  when u.languages is null then u.role = any(${translatorRoles}::text[]) else ${language} = any(u.languages) end)`;
