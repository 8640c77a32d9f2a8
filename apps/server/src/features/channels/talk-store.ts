import type { LivechatFilter } from "@kakehashi/contract/bot-livechat";
import type { ChannelPageState, OutsidePlatform } from "@kakehashi/contract/channel-states";
import { countedTalks, maximumOfferedTags } from "@kakehashi/contract/channels";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { fold } from "../../kit/text/fold.ts";
import { unreadCount } from "../conversations/service.ts";
import {
  type ListedTalk,
  lastMessageColumn,
  orderOfTalks,
  talkColumns,
  talkConditions,
} from "../livechat/service.ts";
import { hasNameWords } from "../users/service.ts";
import type { PersonRow } from "./person-store.ts";

/** The most people or conversations that a search is narrowed to. */
const maximumIds = 1_000;
/** The tags of so many talks are counted, so that a large bot's are found as fast. */
const countedForTags = 5_000;

export interface TalkReader {
  readonly userId: string;
  readonly isAdmin: boolean;
}

export interface TalkQuery {
  readonly state: LivechatFilter;
  readonly platform?: OutsidePlatform | undefined;
  readonly page_id?: string | undefined;
  readonly agent_id?: string | undefined;
  readonly tag?: string | undefined;
  readonly unread: boolean;
  readonly search?: string | undefined;
}

/** What a talk on a platform has besides those of a bot's inbox. */
export interface OutsideRow extends Pick<PersonRow, "last_act_at" | "is_following" | "is_blocked"> {
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

const isReadable = ({ userId, isAdmin }: TalkReader) =>
  isAdmin ? sql`true` : sql`g.bot_id in (select w.bot_id from bot_people w where w.user_id = ${userId})`;

/** The pages of the bots that the reader works on, narrowed as the query says. */
const pagesOf = (reader: TalkReader, { platform, page_id }: Pick<TalkQuery, "platform" | "page_id">) => sql`
  select g.id as page_id, g.name as page_name, g.state as page_state, b.name as bot_name
  from channel_pages g join bots b on b.id = g.bot_id and b.removed_at is null
  where ${isReadable(reader)} and ${platform ? sql`g.platform = ${platform}` : sql`true`}
    and ${page_id ? sql`g.id = ${page_id}` : sql`true`}`;

const memberOf = ({ userId }: TalkReader) => sql`
  left join conversation_members m on m.conversation_id = l.conversation_id and m.user_id = ${userId}`;

/** The person of a talk `l`. Their session may have been deleted. */
const personOf = sql`
  left join bot_sessions s on s.conversation_id = l.conversation_id
  left join channel_people o on o.session_id = s.id`;

const outsideColumns = sql`
  json_build_object('id', l.bot_id, 'name', l.bot_name) as bot,
  json_build_object('id', l.page_id, 'platform', l.source, 'name', l.page_name, 'state', l.page_state) as page,
  v.avatar, l.tags, o.last_act_at, coalesce(o.is_following, false) as is_following,
  coalesce(o.is_blocked, false) as is_blocked,
  case when m.user_id is null then 0 else ${unreadCount} end as unread_count`;

/** Makes a text that `like` takes for itself. */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/**
 * The people on these pages whose names have all words of the search, as people are found everywhere: without accents
 * and in any order. More than `maximumIds` are not looked through.
 */
async function visitorsNamed(
  db: Executor,
  reader: TalkReader,
  { search = "", ...query }: TalkQuery,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u
    where u.is_outside and ${hasNameWords(search)}
      and exists (
        select from livechats l join (${pagesOf(reader, query)}) g on g.page_id = l.page_id
        where l.visitor_id = u.id)
    limit ${maximumIds}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Whether the reader has not read the talk `l` to the end. It is asked for each talk in the order of the list: a reader
 * may be in tens of thousands of conversations, but few talks are open.
 */
const isUnread = ({ userId }: TalkReader) => sql`
  (select ${unreadCount} > 0 from conversation_members m join conversations c on c.id = m.conversation_id
    where m.user_id = ${userId} and m.conversation_id = l.conversation_id)`;

/** The reader's conversations with people from outside that they have not read to the end. */
async function unreadRooms(db: Executor, { userId }: TalkReader): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from conversation_members m
    join conversations c on c.id = m.conversation_id and c.kind = 'OUTSIDE' and c.last_number > m.read_number
    where m.user_id = ${userId} and ${unreadCount} > 0 order by c.changed_at desc limit ${maximumIds}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Talks `l` of a page `g`, and their order. One tag of closed talks has an index of its own. */
function talksOfPage({ state, tag }: TalkQuery) {
  if (tag && state === "closed")
    return {
      from: sql`closed_talk_tags x join livechats l on l.conversation_id = x.conversation_id
        where x.page_id = g.page_id and x.tag = ${tag}`,
      order: sql`x.changed_at desc`,
    };
  // Open talks are few. An empty part keeps the index of tags out, by which the closed ones would be read as well.
  const isTagged = tag ? sql`and (l.tags || '{}') @> ${[tag]}::text[]` : sql``;
  return { from: sql`livechats l where l.page_id = g.page_id ${isTagged}`, order: orderOfTalks(state) };
}

/** The conditions of a query for talks `l` of one page. */
async function conditionsOf(
  db: Executor,
  reader: TalkReader,
  query: TalkQuery,
): Promise<RawBuilder<unknown>> {
  const { state, agent_id, unread, search } = query;
  const all = [talkConditions(reader.userId)[state]];
  if (agent_id) all.push(sql`l.agent_id = ${agent_id}`);
  if (search?.trim()) all.push(sql`l.visitor_id = any(${await visitorsNamed(db, reader, query)}::uuid[])`);
  if (unread && state !== "closed") all.push(isUnread(reader));
  if (unread && state === "closed")
    all.push(sql`l.conversation_id = any(${await unreadRooms(db, reader)}::uuid[])`);
  return sql.join(all, sql` and `);
}

/** Each page gives its first rows in the order of an index, so it does not matter how many talks there are. */
export async function listTalks(
  db: Executor,
  reader: TalkReader,
  query: TalkQuery,
  { offset, limit }: { offset: number; limit: number },
): Promise<(ListedTalk & OutsideRow)[]> {
  const order = orderOfTalks(query.state);
  const talks = talksOfPage(query);
  const conditions = await conditionsOf(db, reader, query);
  const { rows } = await sql<ListedTalk & OutsideRow>`
    select ${talkColumns(reader.userId)}, ${outsideColumns}, ${lastMessageColumn}
    from (
      select l.*, g.page_name, g.page_state, g.bot_name
      from (${pagesOf(reader, query)}) g
      cross join lateral (
        select l.* from ${talks.from} and ${conditions}
        order by ${talks.order}, l.conversation_id limit ${offset + limit}) l
      order by ${order}, l.conversation_id limit ${limit} offset ${offset}) l
    join users v on v.id = l.visitor_id
    join conversations c on c.id = l.conversation_id
    ${personOf}
    ${memberOf(reader)}
    left join messages t on t.conversation_id = c.id and t.parent_id is null and t.number = c.last_number
    order by ${order}, l.conversation_id`.execute(db);
  return rows;
}

/** Counts talks, at most `countedTalks`. The order makes the database read the index that the list reads. */
export async function countTalks(db: Executor, reader: TalkReader, query: TalkQuery): Promise<number> {
  const talks = talksOfPage(query);
  const conditions = await conditionsOf(db, reader, query);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from (${pagesOf(reader, query)}) g
      cross join lateral (
        select from ${talks.from} and ${conditions} order by ${talks.order} limit ${countedTalks}) l
      limit ${countedTalks}) counted`.execute(db);
  return rows[0]?.count ?? 0;
}

interface FoundRow extends OutsideRow, Pick<PersonRow, "picture_asked_at"> {
  readonly person_id: string;
  readonly bot_id: string;
}

/** Returns what a talk on a platform has besides that of a bot's inbox. Undefined if the reader may not read it. */
export async function findTalk(
  db: Executor,
  reader: TalkReader,
  conversationId: string,
): Promise<FoundRow | undefined> {
  const { rows } = await sql<FoundRow>`
    select ${outsideColumns}, o.id as person_id, o.picture_asked_at, l.bot_id
    from (select l.*, g.page_name, g.page_state, g.bot_name
      from livechats l join (${pagesOf(reader, {})}) g on g.page_id = l.page_id
      where l.conversation_id = ${conversationId}) l
    join users v on v.id = l.visitor_id
    join conversations c on c.id = l.conversation_id
    join bot_sessions s on s.conversation_id = l.conversation_id
    join channel_people o on o.session_id = s.id
    ${memberOf(reader)}`.execute(db);
  return rows[0];
}

/** The tags that a bot's people have, those of most people first. With a search, those that contain it. */
export async function listTags(db: Executor, botId: string, search: string): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select t.tag from (
      select l.tags from livechats l where l.bot_id = ${botId} and l.tags <> '{}' limit ${countedForTags}) l,
      unnest(l.tags) t(tag)
    where fold_text(t.tag) like ${`%${escapeLike(fold(search))}%`}
    group by t.tag order by count(*) desc, t.tag limit ${maximumOfferedTags}`.execute(db);
  return rows.map(({ tag }) => tag);
}
