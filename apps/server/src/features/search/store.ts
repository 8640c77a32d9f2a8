import type { ConversationHit, MessageContentFilter, MessageHit } from "@kakehashi/contract/search";
import type { UserSummary } from "@kakehashi/contract/users";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { containsWordsCondition } from "../../kit/db/words.ts";
import { buildTsquery, type SearchTerm } from "../../kit/text/words.ts";
import {
  foldedRoomNamesSql,
  partnerJsonSql,
  personColumns,
  personJson,
  roomNameSql,
} from "../users/service.ts";

export interface MessageFilters {
  /** The rooms in which to search: one chosen room, or all rooms of the person who searches. */
  roomIds: readonly string[];
  from?: string | undefined;
  before?: string | undefined;
  after?: string | undefined;
  has?: MessageContentFilter | undefined;
}

export interface SearchPageRange {
  offset: number;
  limit: number;
}

type Row = Omit<MessageHit, "excerpt" | "marks" | "created_at"> & { content: string; created_at: Date };

function filterCondition(filters: MessageFilters): RawBuilder<unknown> {
  const { from, before, after } = filters;
  // The days are passed as dates, not as texts. PostgreSQL could not read a text with the year 0 or an offset of 23
  // hours.
  return sql`
    ${from ? sql`and s.user_id = ${from}` : sql``}
    ${before ? sql`and s.created_at < ${new Date(before)}` : sql``}
    ${after ? sql`and s.created_at >= ${new Date(after)}` : sql``}`;
}

/**
 * Finds messages whose original or a translation contains every term, newest first. Returns the matching text: if
 * possible the one in the reader's language, otherwise the original or another translation. First finds the rows of the
 * page in the small index, then reads only these rows.
 */
export async function findMessages(
  db: Executor,
  readerId: string,
  terms: readonly SearchTerm[],
  filters: MessageFilters,
  page: SearchPageRange,
): Promise<Row[]> {
  const phraseTerms = terms.filter((term) => term.isPhrase);
  const { rows } = await sql<Row>`
    with hits as materialized (
      select s.conversation_id, s.message_id, s.created_at, array_agg(s.source order by s.source) as sources
      from search_texts s
      where s.conversation_id = any(${filters.roomIds}::uuid[])
        ${terms.length > 0 ? sql`and s.lexemes @@ ${buildTsquery(terms)}::tsquery` : sql``}
        ${sql.join(
          phraseTerms.map(({ folded }) => sql`and position(${folded} in s.folded) > 0`),
          sql` `,
        )}
        ${filters.has ? sql`and s.has @> array[${filters.has}]` : sql``}
        ${filterCondition(filters)}
      group by s.created_at, s.message_id, s.conversation_id
      order by s.created_at desc, s.message_id desc limit ${page.limit} offset ${page.offset}
    ), chosen as (
      select h.*, case when r.working_language = any(h.sources) then r.working_language
        when 'original' = any(h.sources) then 'original' else h.sources[1] end as source
      from hits h cross join users r where r.id = ${readerId}
    )
    select m.id as message_id, m.parent_id, coalesce(t.content, m.content) as content,
      coalesce(t.language, m.language) as language, m.created_at,
      coalesce(jsonb_array_length(m.files), 0) as file_count,
      ${personJson} as user,
      json_build_object('id', c.id, 'kind', c.kind, 'name', ${roomNameSql(readerId)},
        'partner', ${partnerJsonSql(readerId)}) as conversation
    from chosen h
    join messages m on m.conversation_id = h.conversation_id and m.id = h.message_id
    left join lateral (
      select e ->> 'content' as content, e ->> 'language' as language
      from jsonb_array_elements(m.translations) e
      -- An outdated translation may be found, but the original is shown.
      where e ->> 'language' = h.source and (e ->> 'revision')::int = m.revision) t on true
    join conversations c on c.id = m.conversation_id
    join users u on u.id = m.user_id
    order by h.created_at desc, h.message_id desc`.execute(db);
  return rows;
}

const categories: Partial<Record<MessageContentFilter, string>> = {
  image: "image",
  video: "video",
  audio: "audio",
};

/** Finds the ids of files whose names contain every term, newest first. */
export async function findFileIds(
  db: Executor,
  terms: readonly SearchTerm[],
  filters: MessageFilters,
  page: SearchPageRange,
): Promise<string[]> {
  const category = filters.has && categories[filters.has];
  const { rows } = await sql<{ id: string }>`
    select s.id from files s
    where s.removed_at is null and s.message_id is not null and s.conversation_id = any(${filters.roomIds}::uuid[])
      ${terms.length > 0 ? sql`and s.name_lexemes @@ ${buildTsquery(terms)}::tsquery` : sql``}
      ${sql.join(
        terms
          .filter((term) => term.isPhrase)
          .map(({ folded }) => sql`and position(${folded} in fold_text(s.name)) > 0`),
        sql` `,
      )}
      ${category ? sql`and s.category = ${category}` : sql``}
      ${filterCondition(filters)}
    order by s.created_at desc, s.id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows.map((row) => row.id);
}

const hasSearchTerms = (names: RawBuilder<unknown>, terms: readonly SearchTerm[]) =>
  containsWordsCondition(
    names,
    terms.map(({ folded }) => folded),
  );

export async function findPeople(
  db: Executor,
  terms: readonly SearchTerm[],
  page: SearchPageRange,
): Promise<UserSummary[]> {
  const { rows } = await sql<UserSummary>`
    select ${personColumns} from users u
    where u.confirmed_at is not null and u.deleted_at is null and ${hasSearchTerms(sql`u.names_folded`, terms)}
    order by u.name, u.id limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

/**
 * Finds people among the searcher and everybody who shares a room with the searcher. Without search terms, returns all
 * of them.
 */
export async function findPeopleSharingRooms(
  db: Executor,
  readerId: string,
  terms: readonly SearchTerm[],
  page: SearchPageRange,
): Promise<UserSummary[]> {
  const { rows } = await sql<UserSummary>`
    select ${personColumns} from users u
    where u.deleted_at is null and not u.is_outside
      ${terms.length > 0 ? sql`and ${hasSearchTerms(sql`u.names_folded`, terms)}` : sql``}
      and u.id in (
        select o.user_id from conversation_members m
        join conversation_members o on o.conversation_id = m.conversation_id
        where m.user_id = ${readerId})
    order by u.name, u.id limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

export async function findConversations(
  db: Executor,
  readerId: string,
  roomIds: readonly string[],
  terms: readonly SearchTerm[],
  page: SearchPageRange,
): Promise<ConversationHit[]> {
  const { rows } = await sql<ConversationHit>`
    select c.id, c.kind, ${roomNameSql(readerId)} as name, ${partnerJsonSql(readerId)} as partner from conversations c
    where c.id = any(${roomIds}::uuid[]) and ${hasSearchTerms(foldedRoomNamesSql(readerId), terms)}
    order by c.changed_at desc, c.id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}
