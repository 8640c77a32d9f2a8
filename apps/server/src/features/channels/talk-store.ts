import type { ChannelPageState, OutsidePlatform } from "@kakehashi/contract/channel-states";
import { maximumCountedTalks } from "@kakehashi/contract/channels";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { type ListedTalk, lastMessageColumn, talkColumns } from "../livechat/service.ts";
import type { PersonRow } from "./person-store.ts";
import {
  joinTalkConditions,
  orderOfAllTalks,
  selectReadablePages,
  type TalkQuery,
  type TalkReader,
  talksOfPageClauses,
  talkUnreadCountSql,
} from "./talk-query.ts";
import { searchTalks } from "./talk-search.ts";
import type { ReplyWindowColumns } from "./windows.ts";

/** The fields that a talk on a platform has in addition to those of every talk with a bot's visitor. */
export interface OutsideTalkRow extends ReplyWindowColumns, Pick<PersonRow, "is_blocked"> {
  readonly bot: { readonly id: string; readonly name: string };
  readonly page: {
    readonly id: string;
    readonly platform: OutsidePlatform;
    readonly name: string;
    readonly state: ChannelPageState;
  };
  readonly avatar: string | null;
  readonly tags: string[];
  readonly unread_count: number;
}

const memberJoin = ({ userId }: TalkReader) => sql`
  left join conversation_members m on m.conversation_id = l.conversation_id and m.user_id = ${userId}`;

/** An SQL join of a talk `l` with its person on the platform. The person's session may have been deleted. */
const personJoin = sql`
  left join bot_sessions s on s.conversation_id = l.conversation_id
  left join channel_people o on o.session_id = s.id`;

const outsideColumns = sql`
  json_build_object('id', l.bot_id, 'name', l.bot_name) as bot,
  json_build_object('id', l.page_id, 'platform', l.source, 'name', l.page_name, 'state', l.page_state) as page,
  v.avatar, l.tags, o.last_act_at, o.closed_to_bots_act_at, o.closed_act_at, coalesce(o.is_following, false) as is_following,
  coalesce(o.is_blocked, false) as is_blocked,
  ${talkUnreadCountSql} as unread_count`;

export interface TalkListPage {
  readonly rows: readonly (ListedTalk & OutsideTalkRow)[];
  /** The number of talks that match the query, at most `maximumCountedTalks`. */
  readonly total: number;
  /** True if only the first talks of the list were searched, so that more talks may match. */
  readonly isSearchIncomplete: boolean;
}

/** Returns one page of the list of talks that the reader may read. */
export async function listTalks(
  db: Executor,
  reader: TalkReader,
  query: TalkQuery,
  range: { offset: number; limit: number },
): Promise<TalkListPage> {
  const foundTalks = await searchTalks(db, reader, query);
  if (!foundTalks) {
    const [rows, total] = await Promise.all([
      readTalkRows(db, reader, query, sql`true`, range),
      countTalks(db, reader, query),
    ]);
    return { rows, total, isSearchIncomplete: false };
  }
  const { offset, limit } = range;
  const onPageCondition = sql`l.conversation_id = any(${foundTalks.ids.slice(offset, offset + limit)}::uuid[])`;
  const rows = await readTalkRows(db, reader, query, onPageCondition, { offset: 0, limit });
  return { rows, total: foundTalks.ids.length, isSearchIncomplete: foundTalks.isSearchIncomplete };
}

/**
 * Reads a part of the list of talks. An index returns the first talks of each platform page in the order of the list,
 * so few rows are read.
 */
async function readTalkRows(
  db: Executor,
  reader: TalkReader,
  query: TalkQuery,
  condition: RawBuilder<unknown>,
  { offset, limit }: { offset: number; limit: number },
): Promise<(ListedTalk & OutsideTalkRow)[]> {
  const order = orderOfAllTalks(query.state);
  const talks = talksOfPageClauses(query);
  const { rows } = await sql<ListedTalk & OutsideTalkRow>`
    select ${talkColumns(reader.userId)}, ${outsideColumns}, ${lastMessageColumn}
    from (
      select l.*
      from (${selectReadablePages(reader, query)}) g
      cross join lateral (
        select l.*, g.page_name, g.page_state, g.bot_name from ${talks.from} and ${joinTalkConditions(reader, query)}
          and ${condition}
        order by ${talks.order}, l.conversation_id limit ${offset + limit}) l
      order by ${order}, l.conversation_id limit ${limit} offset ${offset}) l
    join users v on v.id = l.visitor_id
    join conversations c on c.id = l.conversation_id
    ${personJoin}
    ${memberJoin(reader)}
    left join messages t on t.conversation_id = c.id and t.parent_id is null and t.number = c.last_number
    order by ${order}, l.conversation_id`.execute(db);
  return rows;
}

/**
 * Counts the talks of a query without a search, at most `maximumCountedTalks`. The `order by` makes the database use
 * the same index as for the list.
 */
export async function countTalks(db: Executor, reader: TalkReader, query: TalkQuery): Promise<number> {
  const talks = talksOfPageClauses(query);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from (${selectReadablePages(reader, query)}) g
      cross join lateral (
        select from ${talks.from} and ${joinTalkConditions(reader, query)} order by ${talks.order} limit ${maximumCountedTalks}) l
      limit ${maximumCountedTalks}) counted`.execute(db);
  return rows[0]?.count ?? 0;
}

interface FoundTalkRow extends OutsideTalkRow, Pick<PersonRow, "picture_asked_at"> {
  readonly person_id: string;
  readonly bot_id: string;
}

/**
 * Returns the fields that a talk on a platform has in addition to those of every talk. Undefined if the reader may not
 * read the talk, or if the visitor's session has been deleted.
 */
export async function findTalk(
  db: Executor,
  reader: TalkReader,
  conversationId: string,
): Promise<FoundTalkRow | undefined> {
  const { rows } = await sql<FoundTalkRow>`
    select ${outsideColumns}, o.id as person_id, o.picture_asked_at, l.bot_id
    from (select l.*, g.page_name, g.page_state, g.bot_name
      from livechats l join (${selectReadablePages(reader, {})}) g on g.page_id = l.page_id
      where l.conversation_id = ${conversationId}) l
    join users v on v.id = l.visitor_id
    join conversations c on c.id = l.conversation_id
    join bot_sessions s on s.conversation_id = l.conversation_id
    join channel_people o on o.session_id = s.id
    ${memberJoin(reader)}`.execute(db);
  return rows[0];
}
