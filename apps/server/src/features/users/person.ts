import { type RawBuilder, sql } from "kysely";
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

const valueOfPartner = (reader: string, what: RawBuilder<unknown>) => sql`(
  select ${what} from conversation_members n join users u on u.id = n.user_id
  where n.conversation_id = c.id and n.user_id <> ${reader} limit 1)`;

/** The name of a room to one of its people: a DIRECT one is named after the other. Of rows `c` of conversations. */
export const roomName = (reader: string) =>
  sql`case when c.kind = 'DIRECT' then ${valueOfPartner(reader, sql`u.name`)} else c.name end`;

/** What a room can be found by: a DIRECT one by all names of the other person. Of rows `c` of conversations. */
export const foldedRoomNames = (reader: string) =>
  sql`case when c.kind = 'DIRECT' then ${valueOfPartner(reader, sql`u.names_folded`)} else fold_text(c.name) end`;

/** The other person of a DIRECT room, as JSON; null for any other room. Of rows `c` of conversations. */
export const partnerOf = (reader: string) =>
  sql`case when c.kind = 'DIRECT' then ${valueOfPartner(reader, personJson)} end`;

/**
 * Whether a person's name, reading or Latin name has each word of the search; all people where it has none. Of rows `u`
 * of users.
 */
export const isNamed = (search: string) => hasWords(sql`u.names_folded`, foldedWordsOf(search));
