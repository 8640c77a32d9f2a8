import { sql } from "kysely";

/**
 * Matches the names of variables in which visitors tell their own name. The source of this pattern is also used in SQL,
 * with PostgreSQL's operator `~*`, which ignores case.
 */
export const visitorNameVariablePattern = /^(?:name|full ?name|tên|họ tên|họ và tên|お?名前|氏名)$/i;

/** Maximum number of characters of a visitor's name. The inbox cuts longer names. */
const maximumNameCharacters = 100;

/** An SQL expression for the name that the visitor of a session `s` told the bot in this session. Null: told no name. */
export const toldNameSql = sql<string | null>`(
  select left(btrim(v->>'value'), ${maximumNameCharacters}) from jsonb_array_elements(s.state->'variables') v
  where btrim(v->>'name') ~* ${visitorNameVariablePattern.source} and btrim(v->>'value') <> '' limit 1)`;

/**
 * An SQL expression for the name of the visitor of a session `s`, as the inbox shows it: the name that the visitor told
 * the bot in this session, or else the session's `visitor_name`. On an outside platform, `visitor_name` is the name
 * from the platform. On the web, it is the name that the visitor told the bot before starting again.
 */
export const visitorNameSql = sql<string | null>`coalesce(${toldNameSql}, s.visitor_name)`;
