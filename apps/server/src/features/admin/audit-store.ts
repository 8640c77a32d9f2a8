import type { AuditEntry } from "@kakehashi/contract/audit";
import {
  type AuditAction,
  type AuditSubjectKind,
  getAuditSubjectKind,
} from "@kakehashi/contract/audit-actions";
import type { Language } from "@kakehashi/contract/languages";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { containsWordsCondition, foldedWordsOf } from "../../kit/db/words.ts";
import { offsetOf } from "../../kit/http/list-bytes.ts";
import { findPostTitles } from "../blog/service.ts";
import { type PageRequest, type RowsWithTotal, toConvertedRowsWithTotal, toLikePattern } from "./store.ts";

export interface AuditFilter extends PageRequest {
  search: string;
  action?: AuditAction | undefined;
  user_id?: string | undefined;
  after?: string | undefined;
  before?: string | undefined;
}

/** The object that an admin's action changed: its kind and its id. */
interface AuditedObject {
  readonly kind: AuditSubjectKind;
  readonly id: string;
}

/** Maps the ids of objects that admins changed to the objects' current names. */
async function findObjectNames(
  db: Executor,
  auditedObjects: readonly AuditedObject[],
  language: Language,
): Promise<ReadonlyMap<string, string>> {
  const listIdsOfKind = (arePosts: boolean) =>
    auditedObjects.filter(({ kind }) => (kind === "post") === arePosts).map(({ id }) => id);
  const [postTitles, names] = await Promise.all([
    findPostTitles(db, listIdsOfKind(true), language),
    findNamesInTables(db, listIdsOfKind(false), language),
  ]);
  return new Map([...postTitles, ...names]);
}

/** Reads the names of objects whose table contains their name, so all objects except blog posts. */
async function findNamesInTables(
  db: Executor,
  ids: readonly string[],
  language: Language,
): Promise<[id: string, name: string][]> {
  if (ids.length === 0) return [];
  const anyOfIdsSql = sql`any(${ids}::uuid[])`;
  const { rows } = await sql<{ id: string; name: string }>`
    select id, coalesce(names ->> ${language}, names ->> 'ja') as name from categories where id = ${anyOfIdsSql}
    union all
    select id, code from currencies where id = ${anyOfIdsSql}
    union all
    select id, (case when ${language} = 'vi' then words_vi else words_en end) ->> 'title'
      from price_plans where id = ${anyOfIdsSql}
    union all
    select id, case when language = 'en' then first_name || ' ' || last_name else last_name || ' ' || first_name end
      from contact_messages where id = ${anyOfIdsSql}
    union all
    select id, recipient || ': ' || subject from mails where id = ${anyOfIdsSql}
    union all
    select id, left(source, 100) from memory_units where id = ${anyOfIdsSql}
    union all
    select id, coalesce(en, vi, ja) from glossary_entries where id = ${anyOfIdsSql}
    union all
    select id, title from code_snippets where id = ${anyOfIdsSql} and project_id is not null
    union all
    select id, name from bots where id = ${anyOfIdsSql}`.execute(db);
  return rows.map(({ id, name }) => [id, name]);
}

export async function listAuditEntries(
  db: Executor,
  filter: AuditFilter,
  language: Language,
): Promise<RowsWithTotal<AuditEntry>> {
  const searchPattern = toLikePattern(filter.search);
  const words = foldedWordsOf(filter.search);
  // A search for punctuation alone contains no word, so it finds no name.
  const buildNameCondition = (names: RawBuilder<unknown>) =>
    words.length > 0 ? containsWordsCondition(names, words) : sql<boolean>`false`;
  const entryRows = await db
    .selectFrom("audit_log as a")
    .leftJoin("users as actor", "actor.id", "a.actor_id")
    .leftJoin("users as subject", (joinBuilder) =>
      joinBuilder.on(sql<boolean>`subject.id::text = a.subject_id`),
    )
    .select(["a.id", "a.action", "a.details", "a.ip", "a.created_at", "a.actor_id", "a.subject_id"])
    .select([
      "actor.name as actor_name",
      "actor.reading as actor_reading",
      "actor.latin_name as actor_latin_name",
    ])
    .select(["subject.name as subject_name", "subject.reading", "subject.latin_name"])
    .select(sql<number>`count(*) over ()`.as("total"))
    .$if(filter.search !== "", (query) =>
      query.where((eb) =>
        eb.or([
          eb("a.action", "like", searchPattern),
          buildNameCondition(sql`actor.names_folded`),
          buildNameCondition(sql`subject.names_folded`),
          eb(sql`lower(a.details::text)`, "like", searchPattern),
          eb("a.ip", "like", searchPattern),
        ]),
      ),
    )
    .$if(filter.action !== undefined, (query) => query.where("a.action", "=", filter.action ?? ""))
    .$if(filter.user_id !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb("a.actor_id", "=", filter.user_id ?? ""), eb("a.subject_id", "=", filter.user_id ?? "")]),
      ),
    )
    .$if(filter.after !== undefined, (query) =>
      query.where("a.created_at", ">=", new Date(filter.after ?? 0)),
    )
    .$if(filter.before !== undefined, (query) =>
      query.where("a.created_at", "<", new Date(filter.before ?? 0)),
    )
    .orderBy("a.id", "desc")
    .limit(filter.paging)
    .offset(offsetOf(filter))
    .execute();
  const auditedObjects = entryRows.flatMap(({ action, subject_id }) =>
    subject_id ? { kind: getAuditSubjectKind(action as AuditAction), id: subject_id } : [],
  );
  const names = await findObjectNames(
    db,
    auditedObjects.filter(({ kind }) => kind !== "person"),
    language,
  );
  return toConvertedRowsWithTotal(entryRows, (row) => ({
    id: row.id,
    action: row.action as AuditAction,
    actor: row.actor_id
      ? {
          id: row.actor_id,
          name: row.actor_name ?? "",
          reading: row.actor_reading ?? "",
          latin_name: row.actor_latin_name ?? "",
        }
      : null,
    subject: row.subject_id
      ? {
          id: row.subject_id,
          name: row.subject_name ?? names.get(row.subject_id) ?? null,
          ...(row.subject_name !== null && {
            reading: row.reading ?? "",
            latin_name: row.latin_name ?? "",
          }),
        }
      : null,
    details: row.details,
    ip: row.ip,
    created_at: row.created_at.toISOString(),
  }));
}
