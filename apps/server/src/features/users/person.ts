import { sql } from "kysely";
import { foldedWordsOf, hasWords } from "../../kit/db/words.ts";

/** What a `UserSummary` says of somebody besides who they are. Of rows `u` of users. */
export const personTraits = [
  "u.name",
  "u.reading",
  "u.latin_name",
  "u.role",
  "u.avatar",
  "u.working_language",
] as const;

/** The columns of a `UserSummary`. Of rows `u` of users. */
export const person = ["u.id", ...personTraits] as const;

/** The same in SQL. */
export const personColumns = sql.join(person.map((column) => sql.ref(column)));

/** The same as the inside of `json_build_object()`. */
export const personMembers = sql.join(
  person.flatMap((column) => [sql.lit(column.slice("u.".length)), sql.ref(column)]),
);

/** A `UserSummary` as JSON. Of rows `u` of users. */
export const personJson = sql`json_build_object(${personMembers})`;

/**
 * Whether a person's name, reading or Latin name has each word of the search; all people where it has none. Of rows `u`
 * of users.
 */
export const isNamed = (search: string) => hasWords(sql`u.names_folded`, foldedWordsOf(search));
