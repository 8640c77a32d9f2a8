import { maximumLinkCandidates } from "@kakehashi/contract/channel-links";
import type { OutsideIdentity } from "@kakehashi/contract/channels";
import { maximumLinkedPeople } from "@kakehashi/contract/channels";
import { toStoredVisitorName } from "@kakehashi/contract/visitor-name";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { lastMessageColumn } from "../livechat/service.ts";
import { nameContainsWordsCondition } from "../users/service.ts";

// A bot may have several pages on chat platforms, such as a Messenger page. One human who writes to several pages is a
// separate person on each page. Linked people are the same human.

/** Locks all links between people of a bot until the transaction ends. So changes of links run one after the other. */
export async function lockLinksOfBot(tx: Executor, botId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`linked people ${botId}`}, 0))`.execute(tx);
}

/** A person on one page, with the data that a link between people changes. */
export interface LinkedPerson {
  readonly id: string;
  readonly linked_id: string | null;
  /** The person's name before the first link. Null while the person is not linked. */
  readonly own_name: string | null;
  /** The tags that the person got from linked people. */
  readonly tags_from_link: string[];
  /** The ids of the person's session and conversation. Null after the session or the conversation was deleted. */
  readonly session_id: string | null;
  readonly conversation_id: string | null;
  readonly name: string;
  readonly tags: string[];
}

/**
 * Returns these people and everybody who is linked with one of them. Locks them until the transaction ends.
 */
export async function lockLinkedGroup(tx: Executor, ids: readonly string[]): Promise<LinkedPerson[]> {
  const { rows } = await sql<LinkedPerson>`
    select c.id, c.linked_id, c.own_name, c.foreign_tags as tags_from_link, c.session_id, s.conversation_id,
      coalesce(v.name, c.own_name, '') as name,
      array(select jsonb_array_elements_text(s.state -> 'tags')) as tags
    from channel_people c
    left join bot_sessions s on s.id = c.session_id
    left join livechats l on l.conversation_id = s.conversation_id
    left join users v on v.id = l.visitor_id
    where c.id = any(${ids}::uuid[])
      or c.linked_id in (select o.linked_id from channel_people o where o.id = any(${ids}::uuid[]))
    order by c.id for no key update of c`.execute(tx);
  return rows;
}

export async function linkPerson(
  tx: Executor,
  id: string,
  { linkedId, ownName, tagsFromLink }: { linkedId: string; ownName: string; tagsFromLink: readonly string[] },
): Promise<void> {
  await sql`
    update channel_people set linked_id = ${linkedId}, own_name = ${ownName}, foreign_tags = ${tagsFromLink}::text[]
    where id = ${id}`.execute(tx);
}

export async function setPersonTagsFromLink(
  tx: Executor,
  id: string,
  tags: readonly string[],
): Promise<void> {
  await sql`update channel_people set foreign_tags = ${tags}::text[] where id = ${id}`.execute(tx);
}

export async function setPersonNameBeforeLinking(tx: Executor, id: string, name: string): Promise<void> {
  await sql`update channel_people set own_name = ${name} where id = ${id}`.execute(tx);
}

export async function unlinkPerson(tx: Executor, id: string): Promise<void> {
  await sql`
    update channel_people set linked_id = null, own_name = null, foreign_tags = '{}' where id = ${id}`.execute(
    tx,
  );
}

interface OutsideIdentityRow extends Omit<OutsideIdentity, "changed_at"> {
  readonly changed_at: Date;
}

/**
 * The SQL columns of an `OutsideIdentity`, except the name. The query must name its tables `l` (the talk), `g` (the
 * platform page), `o` (the person) and `u` (the row of `users` with the person's picture).
 */
const identityColumns = sql`l.conversation_id, l.visitor_id, u.avatar,
  json_build_object('id', g.id, 'platform', g.platform, 'name', g.name, 'state', g.state) as page,
  l.state, o.is_blocked, l.changed_at, ${lastMessageColumn}`;

const talkOfPersonJoin = sql`
  join channel_pages g on g.id = o.page_id
  join bot_sessions s on s.id = o.session_id
  join livechats l on l.conversation_id = s.conversation_id
  join users u on u.id = l.visitor_id
  join conversations c on c.id = l.conversation_id
  left join messages t on t.conversation_id = c.id and t.parent_id is null and t.number = c.last_number`;

const toOutsideIdentity = ({ changed_at, ...row }: OutsideIdentityRow): OutsideIdentity => ({
  ...row,
  changed_at: changed_at.toISOString(),
});

/** Returns the other people who are linked with this person. Leaves out people without a conversation. */
export async function listLinkedPeople(db: Executor, personId: string): Promise<OutsideIdentity[]> {
  const { rows } = await sql<OutsideIdentityRow>`
    select coalesce(o.own_name, u.name) as name, ${identityColumns}
    from channel_people p join channel_people o on o.linked_id = p.linked_id and o.id <> p.id ${talkOfPersonJoin}
    where p.id = ${personId} order by o.id limit ${maximumLinkedPeople - 1}`.execute(db);
  return rows.map(toOutsideIdentity);
}

/**
 * Maximum number of people that a search by name considers. If more people have the name, the reader must type more of
 * it.
 */
const maximumPeopleWithName = 300;

/**
 * Returns the people who wrote to the bot's pages and whose names contain all these words. Leaves out this person, and
 * people who are already linked with this person. People whose conversation changed last come first.
 */
export async function listLinkCandidates(
  db: Executor,
  { botId, personId, words: searchWords }: { botId: string; personId: string; words: string },
): Promise<OutsideIdentity[]> {
  const { rows } = await sql<OutsideIdentityRow>`
    with named as materialized (
      select talk.* from users u
      -- Limited, so that the talks of the people who were found are read, and not all talks of the bot.
      cross join lateral (
        select l.conversation_id, l.changed_at from livechats l
        where l.visitor_id = u.id and l.bot_id = ${botId} and l.page_id is not null limit 1) talk
      where u.is_outside and ${nameContainsWordsCondition(toStoredVisitorName(searchWords))} limit ${maximumPeopleWithName}),
    found as materialized (
      select o.id, l.changed_at, l.conversation_id from named l
      join bot_sessions s on s.conversation_id = l.conversation_id
      join channel_people o on o.session_id = s.id
      join channel_pages g on g.id = o.page_id and g.bot_id = ${botId}
      where o.id <> ${personId}
        and (o.linked_id is null or o.linked_id is distinct from
          (select p.linked_id from channel_people p where p.id = ${personId}))
      order by l.changed_at desc, l.conversation_id limit ${maximumLinkCandidates})
    select u.name, ${identityColumns}
    from found join channel_people o on o.id = found.id ${talkOfPersonJoin}
    order by l.changed_at desc, l.conversation_id`.execute(db);
  return rows.map(toOutsideIdentity);
}

/** Returns the name of the person who talks in this conversation. */
export async function findVisitorName(db: Executor, conversationId: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select u.name from livechats l join users u on u.id = l.visitor_id
    where l.conversation_id = ${conversationId}`.execute(db);
  return rows[0]?.name;
}
