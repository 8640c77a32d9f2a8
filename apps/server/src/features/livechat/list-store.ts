import {
  type Livechat,
  type LivechatFilter,
  livechatExcerptUnits,
  maximumShownLivechatMessages,
} from "@kakehashi/contract/bot-livechat";
import type { Message } from "@kakehashi/contract/messages";
import type { UserSummary } from "@kakehashi/contract/users";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { type MessageRow, messageColumns, messageOfRow } from "../messages/service.ts";
import { personColumns, personJson } from "../users/service.ts";

export type LivechatTimes = { waiting_since: Date; changed_at: Date; snoozed_until: Date | null };
type LivechatViewRow = Omit<Livechat, "last_message" | keyof LivechatTimes> & LivechatTimes;
export type LivechatListRow = LivechatViewRow & { last_message: Livechat["last_message"] };

/** SQL for the current translations of the message `t`, cut to the length shown in a row of the inbox. */
const translationsQuery = sql`
  (select json_agg(json_build_object('language', x -> 'language',
      'content', left(x ->> 'content', ${sql.lit(livechatExcerptUnits)})))
    from jsonb_array_elements(t.translations) x
    where (x ->> 'version')::int > 0 and (x ->> 'revision')::int = t.revision)`;

/** SQL that builds the last message `t` of a talk as JSON. */
export const lastMessageColumn = sql`
  case when t.id is not null then json_build_object('content', left(t.content, ${sql.lit(livechatExcerptUnits)}),
    'language', t.language, 'translations', coalesce(${translationsQuery}, '[]'), 'kind', case when t.is_note then 'NOTE' end, 'deleted', t.deleted_at is not null,
    'files', coalesce((select json_agg(json_build_object('name', f -> 'name', 'category', f -> 'category'))
      from jsonb_array_elements(t.files) f), '[]'),
    'besides', case when t.outside -> 'location' is not null then 'LOCATION'
      when t.outside -> 'missing_files' is not null then 'MISSING_FILES' end,
    'user_id', t.user_id, 'user_name', (select a.name from users a where a.id = t.user_id),
    'created_at', to_char(t.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    end as last_message`;

/** SQL columns of a talk for one reader. `l` is the talk and `v` its visitor. */
export const selectLivechatColumns = (
  readerId: string,
) => sql`l.conversation_id, l.source, l.state, l.waiting_since, l.changed_at,
  l.is_snoozed, l.snoozed_until,
  l.state = 'CLOSED' and exists (select from bot_sessions b
    where b.conversation_id = l.conversation_id and not b.is_paused) as is_with_bot,
  json_build_object('id', v.id, 'name', v.name, 'language', v.working_language) as visitor,
  (select ${personJson} from users u where u.id = l.agent_id) as agent,
  (select json_build_object('rating', r.rating, 'comment', r.rating_comment) from livechat_rounds r
    where r.conversation_id = l.conversation_id and r.rating is not null order by r.number desc limit 1) as rating,
  exists (select from conversation_members m
    where m.conversation_id = l.conversation_id and m.user_id = ${readerId}) as is_member`;

export const toLivechat = <T extends LivechatTimes>({
  waiting_since,
  changed_at,
  snoozed_until,
  ...otherColumns
}: T) => ({
  ...otherColumns,
  snoozed_until: snoozed_until?.toISOString() ?? null,
  waiting_since: waiting_since.toISOString(),
  changed_at: changed_at.toISOString(),
});

/** For each filter of the inbox, an SQL condition on talks `l`. */
export const createTalkFilterConditions = (readerId: string) => ({
  waiting: sql`l.state = 'WAITING'`,
  mine: sql`l.state = 'OPEN' and l.agent_id = ${readerId} and not l.is_snoozed`,
  all: sql`l.state in ('WAITING', 'OPEN') and not l.is_snoozed`,
  snoozed: sql`l.is_snoozed`,
  closed: sql`l.state = 'CLOSED'`,
});

/** SQL for the sort order of talks `l` under a filter of the inbox. */
export function createTalkOrder(filter: LivechatFilter): RawBuilder<unknown> {
  if (filter === "waiting") return sql`l.waiting_since`;
  return filter === "snoozed" ? sql`l.snoozed_until, l.changed_at desc` : sql`l.changed_at desc`;
}

export async function listLivechats(
  db: Executor,
  { botId, readerId }: { botId: string; readerId: string },
  filter: LivechatFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<Livechat[]> {
  const order = createTalkOrder(filter);
  const { rows } = await sql<LivechatListRow>`
    select ${selectLivechatColumns(readerId)},
      ${lastMessageColumn}
    from (
      select * from livechats l where l.bot_id = ${botId} and ${createTalkFilterConditions(readerId)[filter]}
      order by ${order}, l.conversation_id limit ${limit} offset ${offset}) l
    join users v on v.id = l.visitor_id
    join conversations c on c.id = l.conversation_id
    left join messages t on t.conversation_id = c.id and t.parent_id is null and t.number = c.last_number
    order by ${order}, l.conversation_id`.execute(db);
  return rows.map(toLivechat);
}

export async function readLivechatCounts(
  db: Executor,
  { botId, readerId }: { botId: string; readerId: string },
  filter: LivechatFilter,
): Promise<{ total: number; waiting: number; mine: number }> {
  const condition = createTalkFilterConditions(readerId);
  const { rows } = await sql<{ total: number; waiting: number; mine: number }>`
    select (select count(*)::int from livechats l where l.bot_id = ${botId} and ${condition[filter]}) as total,
      (select count(*)::int from livechats l where l.bot_id = ${botId} and ${condition.waiting}) as waiting,
      (select count(*)::int from livechats l where l.bot_id = ${botId} and ${condition.mine}) as mine`.execute(
    db,
  );
  return rows[0] ?? { total: 0, waiting: 0, mine: 0 };
}

export async function findLivechatView(
  db: Executor,
  { botId, readerId }: { botId: string; readerId: string },
  conversationId: string,
) {
  const { rows } = await sql<LivechatViewRow>`
    select ${selectLivechatColumns(readerId)} from livechats l join users v on v.id = l.visitor_id
    where l.bot_id = ${botId} and l.conversation_id = ${conversationId}`.execute(db);
  return rows[0] && toLivechat(rows[0]);
}

/** Returns the newest messages of a conversation and their authors. The messages are sorted oldest first. */
export async function listNewestMessages(
  db: Executor,
  conversationId: string,
): Promise<{ messages: Message[]; people: UserSummary[] }> {
  const columns = sql.join(messageColumns.map((column) => sql.ref(column)));
  const { rows } = await sql<MessageRow>`
    select ${columns} from messages where conversation_id = ${conversationId} and parent_id is null
    order by number desc limit ${maximumShownLivechatMessages}`.execute(db);
  const messages = rows.reverse().map(messageOfRow);
  const ids = [...new Set(messages.map(({ user_id }) => user_id))];
  const { rows: people } = await sql<UserSummary>`
    select ${personColumns} from users u where u.id = any(${ids}::uuid[])`.execute(db);
  return { messages, people };
}
