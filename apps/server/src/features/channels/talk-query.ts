import type { LivechatFilter } from "@kakehashi/contract/bot-livechat";
import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import { type RawBuilder, sql } from "kysely";
import { unreadCountSql } from "../conversations/service.ts";
import { createTalkFilterConditions, orderOfTalks } from "../livechat/service.ts";

// Fragments of the SQL queries for talks. The talks of each platform page are read in the order of an index, so a query
// is fast however many talks there are.

/**
 * Maximum number of unread messages that are counted in a waiting talk. Counting stops there, so that the list stays
 * fast.
 */
const maximumCountedUnread = 100;

export interface TalkReader {
  readonly userId: string;
  readonly isAdmin: boolean;
}

export interface TalkQuery {
  readonly state: LivechatFilter;
  readonly platform?: OutsidePlatform | undefined;
  readonly page_id?: string | undefined;
  readonly agent_id?: string | undefined;
  /** All spellings of the tag by which the list of talks is filtered. */
  readonly tags?: readonly string[] | undefined;
  readonly unread: boolean;
  readonly search?: string | undefined;
}

const isReadableCondition = ({ userId, isAdmin }: TalkReader) =>
  isAdmin ? sql`true` : sql`g.bot_id in (select w.bot_id from bot_people w where w.user_id = ${userId})`;

/**
 * SQL query for the pages whose talks the reader may read: all pages for an admin, otherwise the pages of the bots that
 * the reader works on. The `platform` and `page_id` of the talk query narrow the selection.
 */
export const selectReadablePages = (
  reader: TalkReader,
  { platform, page_id }: Pick<TalkQuery, "platform" | "page_id">,
) => sql`
  select g.id as page_id, g.name as page_name, g.state as page_state, b.name as bot_name
  from channel_pages g join bots b on b.id = g.bot_id and b.removed_at is null
  where ${isReadableCondition(reader)} and ${platform ? sql`g.platform = ${platform}` : sql`true`}
    and ${page_id ? sql`g.id = ${page_id}` : sql`true`}`;

/**
 * Returns two parts of an SQL query: `from` joins the talks `l` to their platform page `g`, and `order` is the order of
 * the list of talks. A list of closed talks with a tag uses the index of the table `closed_talk_tags`.
 */
export function talksOfPageClauses({ state, tags }: Pick<TalkQuery, "state" | "tags">) {
  if (tags && state === "closed") {
    // `tags` contains all spellings of one tag, and a talk may have several of them. The subquery then keeps only one
    // row of each talk. With a single spelling, the condition `=` lets PostgreSQL read the rows in the order of the
    // index.
    const tagCondition =
      tags.length === 1
        ? sql`x.tag = ${tags[0]}`
        : sql`x.tag = any(${tags}::text[]) and not exists (
            select from closed_talk_tags y
            where y.conversation_id = x.conversation_id and y.tag = any(${tags}::text[]) and y.tag < x.tag)`;
    return {
      from: sql`closed_talk_tags x join livechats l on l.conversation_id = x.conversation_id
        where x.page_id = g.page_id and ${tagCondition}`,
      order: sql`x.changed_at desc`,
    };
  }
  // A platform page has few open talks, but the index of tags also contains all closed talks. The expression `l.tags ||
  // '{}'` keeps PostgreSQL from using this index.
  const isTaggedCondition = tags ? sql`and (l.tags || '{}') && ${tags}::text[]` : sql``;
  return {
    from: sql`livechats l where l.page_id = g.page_id ${isTaggedCondition}`,
    order: orderOfTalks(state),
  };
}

/**
 * SQL condition: the reader has unread messages in the talk `l`. For a reader who was never a member, every waiting
 * talk is unread. The condition is checked for one talk after the other in the order of the list, because a reader may
 * be in tens of thousands of conversations.
 */
export const unreadCondition = ({ userId }: TalkReader) => sql`
  coalesce((select ${unreadCountSql} > 0 from conversation_members m join conversations c on c.id = m.conversation_id
    where m.user_id = ${userId} and m.conversation_id = l.conversation_id), l.state = 'WAITING')`;

/** Selects the outside person's messages in the talk `l` since the talk began to wait. */
const messagesWhileWaiting = sql`
  select from messages w
  where w.conversation_id = l.conversation_id and w.parent_id is null and w.deleted_at is null
    and w.user_id = l.visitor_id and w.number >= (select max(r.first_number) from livechat_rounds r
      where r.conversation_id = l.conversation_id)
  limit ${maximumCountedUnread}`;

/**
 * SQL that counts the messages of the talk `l` that the reader has not read. `m` is the reader's row as a member, or
 * null if the reader is no member.
 */
export const talkUnreadCountSql = sql`
  case when m.user_id is not null then ${unreadCountSql}
    when l.state = 'WAITING' then (select count(*)::int from (${messagesWhileWaiting}) written)
    else 0 end`;

/** The SQL conditions for the talks `l` of a query. The condition for the search text is not among them. */
export function joinTalkConditions(
  reader: TalkReader,
  { state, agent_id, unread }: Pick<TalkQuery, "state" | "agent_id" | "unread">,
): RawBuilder<unknown> {
  const allConditions = [createTalkFilterConditions(reader.userId)[state]];
  if (agent_id) allConditions.push(sql`l.agent_id = ${agent_id}`);
  if (unread) allConditions.push(unreadCondition(reader));
  return sql.join(allConditions, sql` and `);
}

/**
 * The SQL order of the talks `l` of all platform pages. In the list of waiting talks, talks of disconnected pages come
 * last, because nobody can answer there.
 */
export const orderOfAllTalks = (state: LivechatFilter): RawBuilder<unknown> =>
  state === "waiting" ? sql`l.page_state = 'DISCONNECTED', ${orderOfTalks(state)}` : orderOfTalks(state);
