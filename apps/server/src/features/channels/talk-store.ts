import type { LivechatFilter } from "@kakehashi/contract/bot-livechat";
import type { ChannelPageState, OutsidePlatform } from "@kakehashi/contract/channel-states";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { unreadCount } from "../conversations/service.ts";
import {
  type ListedTalk,
  lastMessageColumn,
  orderOfTalks,
  talkColumns,
  talkConditions,
} from "../livechat/service.ts";
import type { PersonRow } from "./person-store.ts";

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

const tables = sql`
  livechats l
  join bot_sessions s on s.conversation_id = l.conversation_id
  join channel_people o on o.session_id = s.id
  join channel_pages g on g.id = o.page_id
  join bots b on b.id = l.bot_id and b.removed_at is null`;

const isReadable = ({ userId, isAdmin }: TalkReader) =>
  isAdmin ? sql`true` : sql`l.bot_id in (select w.bot_id from bot_people w where w.user_id = ${userId})`;

const memberOf = ({ userId }: TalkReader) => sql`
  left join conversation_members m on m.conversation_id = l.conversation_id and m.user_id = ${userId}`;

const outsideColumns = sql`
  json_build_object('id', l.bot_id, 'name', l.bot_name) as bot,
  json_build_object('id', l.page_id, 'platform', l.source, 'name', l.page_name, 'state', l.page_state) as page,
  v.avatar, l.tags, l.last_act_at, l.is_following, l.is_blocked,
  case when m.user_id is null then 0 else ${unreadCount} end as unread_count`;

const innerColumns = sql`
  l.*, b.name as bot_name, g.id as page_id, g.name as page_name, g.state as page_state,
  array(select jsonb_array_elements_text(s.state -> 'tags')) as tags, o.last_act_at, o.is_following, o.is_blocked`;

function conditionsOf(reader: TalkReader, query: TalkQuery) {
  const { state, platform, page_id, agent_id, tag, unread, search } = query;
  const all = [isReadable(reader), talkConditions(reader.userId)[state]];
  if (platform) all.push(sql`l.source = ${platform}`);
  if (page_id) all.push(sql`g.id = ${page_id}`);
  if (agent_id) all.push(sql`l.agent_id = ${agent_id}`);
  if (tag) all.push(sql`s.state -> 'tags' ? ${tag}`);
  if (search)
    all.push(
      sql`exists (select from users v where v.id = l.visitor_id and v.name ilike ${`%${escapeLike(search)}%`})`,
    );
  if (unread)
    all.push(sql`exists (
      select from conversation_members m join conversations c on c.id = m.conversation_id
      where m.conversation_id = l.conversation_id and m.user_id = ${reader.userId} and ${unreadCount} > 0)`);
  return sql.join(all, sql` and `);
}

/** Makes a text that `like` takes for itself. */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

export async function listTalks(
  db: Executor,
  reader: TalkReader,
  query: TalkQuery,
  { offset, limit }: { offset: number; limit: number },
): Promise<(ListedTalk & OutsideRow)[]> {
  const order = orderOfTalks(query.state);
  const { rows } = await sql<ListedTalk & OutsideRow>`
    select ${talkColumns(reader.userId)}, ${outsideColumns}, ${lastMessageColumn}
    from (
      select ${innerColumns} from ${tables} where ${conditionsOf(reader, query)}
      order by ${order}, l.conversation_id limit ${limit} offset ${offset}) l
    join users v on v.id = l.visitor_id
    join conversations c on c.id = l.conversation_id
    ${memberOf(reader)}
    left join messages t on t.conversation_id = c.id and t.parent_id is null and t.number = c.last_number
    order by ${order}, l.conversation_id`.execute(db);
  return rows;
}

export async function countTalks(db: Executor, reader: TalkReader, query: TalkQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${tables} where ${conditionsOf(reader, query)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns what a talk on a platform has besides that of a bot's inbox. Undefined if the reader may not read it. */
export async function findTalk(
  db: Executor,
  reader: TalkReader,
  conversationId: string,
): Promise<(OutsideRow & { person_id: string; bot_id: string }) | undefined> {
  const { rows } = await sql<OutsideRow & { person_id: string; bot_id: string }>`
    select ${outsideColumns}, l.person_id, l.bot_id
    from (select ${innerColumns}, o.id as person_id from ${tables}
      where l.conversation_id = ${conversationId} and ${isReadable(reader)}) l
    join users v on v.id = l.visitor_id
    join conversations c on c.id = l.conversation_id
    ${memberOf(reader)}`.execute(db);
  return rows[0];
}
