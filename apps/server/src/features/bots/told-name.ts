import { sql } from "kysely";

/**
 * Matches the names of variables in which visitors tell their own name. PostgreSQL understands its source, too; there
 * `~*` ignores case.
 */
export const nameVariable = /^(?:name|full ?name|tên|họ tên|họ và tên|お?名前|氏名)$/i;

/** The most characters of a name. The inbox cuts a name there, too. */
const nameCharacters = 100;

/**
 * The name of the visitor of a session `s` as the inbox has it: the one that they told the bot, or else the one that
 * their platform tells or that they told before they started again.
 */
export const knownName = sql<string | null>`coalesce((
  select left(btrim(v->>'value'), ${nameCharacters}) from jsonb_array_elements(s.state->'variables') v
  where btrim(v->>'name') ~* ${nameVariable.source} and btrim(v->>'value') <> '' limit 1), s.visitor_name)`;
