import { maximumCountedTalks } from "@kakehashi/contract/channels";
import { toStoredVisitorName } from "@kakehashi/contract/visitor-name";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { nameContainsWordsCondition } from "../users/service.ts";
import {
  joinTalkConditions,
  orderOfAllTalks,
  selectReadablePages,
  type TalkQuery,
  type TalkReader,
  talksOfPageClauses,
  unreadCondition,
} from "./talk-query.ts";

const searchBounds = {
  /**
   * If at most this many people have the searched name, all their talks are searched. If more people have it, only the
   * first talks of the list are searched.
   */
  people: 1_000,
  /** Maximum number of talks that are searched, counted over all platform pages. */
  talks: 1_500,
};

export interface FoundTalkIds {
  /** The ids of the found conversations in the order of the list, at most `maximumCountedTalks`. */
  readonly ids: readonly string[];
  /** True if only the first talks of the list were searched, so that more talks may match. */
  readonly isSearchIncomplete: boolean;
}

/**
 * Finds talks that no index can find: by a person's name, or closed talks with unread messages. Returns undefined for
 * other queries.
 */
export async function searchTalks(
  db: Executor,
  reader: TalkReader,
  query: TalkQuery,
  /** The limits of the search. Tests pass smaller limits. */
  { people: maximumPeople, talks: maximumTalks } = searchBounds,
): Promise<FoundTalkIds | undefined> {
  if (query.search?.trim()) {
    const people = await findPeopleByName(db, query.search, maximumPeople);
    if (people)
      return { ids: await findTalksWithPeople(db, reader, query, people), isSearchIncomplete: false };
    return searchFirstTalks(db, reader, query, maximumTalks);
  }
  return query.unread && query.state === "closed"
    ? searchFirstTalks(db, reader, query, maximumTalks)
    : undefined;
}

/**
 * Returns the people on platforms whose names contain all words of the search, without accents and in any order.
 * Undefined if more than `limit` people match.
 */
async function findPeopleByName(db: Executor, search: string, limit: number): Promise<string[] | undefined> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u where u.is_outside and ${nameContainsWordsCondition(toStoredVisitorName(search))} limit ${limit + 1}`.execute(
    db,
  );
  return rows.length > limit ? undefined : rows.map(({ id }) => id);
}

async function findTalksWithPeople(
  db: Executor,
  reader: TalkReader,
  query: TalkQuery,
  people: readonly string[],
): Promise<string[]> {
  const isTagged = query.tags ? sql`l.tags && ${query.tags}::text[]` : sql`true`;
  const { rows } = await sql<{ id: string }>`
    select l.conversation_id as id
    from (
      select l.*, g.page_state from livechats l join (${selectReadablePages(reader, query)}) g on g.page_id = l.page_id) l
    where l.visitor_id = any(${people}::uuid[]) and ${isTagged} and ${joinTalkConditions(reader, query)}
    order by ${orderOfAllTalks(query.state)}, l.conversation_id limit ${maximumCountedTalks}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Searches only the first talks of the list. Used for closed talks with unread messages, and for a search by a name
 * that many people have.
 */
async function searchFirstTalks(
  db: Executor,
  reader: TalkReader,
  query: TalkQuery,
  limit: number,
): Promise<FoundTalkIds> {
  const talks = talksOfPageClauses(query);
  const order = orderOfAllTalks(query.state);
  const { rows } = await sql<{ ids: string[] | null; is_cut: boolean }>`
    with g as (${selectReadablePages(reader, query)}),
    bound as (select greatest(1, ${limit}::int / greatest(1, count(*)::int)) as size from g),
    looked as materialized (
      select l.conversation_id, l.visitor_id, l.page_id, l.state, g.page_state, l.changed_at, l.waiting_since,
        l.snoozed_until
      from g cross join lateral (
        select l.* from ${talks.from} and ${joinTalkConditions(reader, { ...query, unread: false })}
        order by ${talks.order}, l.conversation_id limit (select size from bound)) l),
    found as (
      select l.* from looked l join users u on u.id = l.visitor_id
      where ${nameContainsWordsCondition(toStoredVisitorName(query.search ?? ""))} and ${query.unread ? unreadCondition(reader) : sql`true`}
      order by ${order}, l.conversation_id limit ${maximumCountedTalks})
    select (select array_agg(l.conversation_id order by ${order}, l.conversation_id) from found l) as ids,
      exists (select from looked group by page_id having count(*) = (select size from bound)) as is_cut`.execute(
    db,
  );
  return { ids: rows[0]?.ids ?? [], isSearchIncomplete: rows[0]?.is_cut ?? false };
}
