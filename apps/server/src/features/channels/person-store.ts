import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import type { Language } from "@kakehashi/contract/languages";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { newId } from "../../kit/ids.ts";

export interface PersonRow {
  readonly id: string;
  readonly page_id: string;
  readonly external_id: string;
  readonly session_id: string | null;
  readonly last_act_at: Date | null;
  /**
   * Set if the platform refused a bot's message because bots may not write any more: the time of the person's last act
   * before the refusal. Bots may write again after the person's next act.
   */
  readonly closed_to_bots_act_at: Date | null;
  /**
   * Set if the platform refused a message because nobody may write any more: the time of the person's last act before
   * the refusal. Everybody may write again after the person's next act.
   */
  readonly closed_act_at: Date | null;
  readonly is_following: boolean;
  readonly is_blocked: boolean;
  /** People with the same `linked_id` are the same human. Null if the person is not linked. */
  readonly linked_id: string | null;
  /** When the platform was asked for the person's picture. Null if it was not asked yet. */
  readonly picture_asked_at: Date | null;
  readonly read_seq: number;
  readonly bot_id: string;
  readonly platform: OutsidePlatform;
  /** The default language of the person's bot. */
  readonly bot_language: Language;
  /** The conversation between the person and our people. Null until the first hand-over to people. */
  readonly conversation_id: string | null;
}

const personRowsQuery = sql`
  select c.id, c.page_id, c.external_id, c.session_id, c.last_act_at, c.closed_to_bots_act_at, c.closed_act_at, c.is_following, c.is_blocked, c.linked_id, c.picture_asked_at,
    c.read_seq::float8 as read_seq, p.bot_id, p.platform, b.languages[1] as bot_language, s.conversation_id
  from channel_people c
  join channel_pages p on p.id = c.page_id
  join bots b on b.id = p.bot_id
  left join bot_sessions s on s.id = c.session_id`;

// Rows of people are locked with `for no key update`, so that other transactions can still insert rows that refer to
// the person. A stronger lock could cause a deadlock: one transaction has locked the session and stores a bot's
// message, another has locked the person and waits for the session.

/** Returns the person and locks them until the transaction ends. Creates the person if they are not stored yet. */
export async function lockOrCreatePerson(
  tx: Executor,
  { pageId, externalId }: { pageId: string; externalId: string },
): Promise<{ person: PersonRow; isNew: boolean } | undefined> {
  const { numAffectedRows } = await sql`
    insert into channel_people (id, page_id, external_id) values (${newId()}, ${pageId}, ${externalId})
    on conflict (page_id, external_id) do nothing`.execute(tx);
  const foundPeople = await sql<PersonRow>`
    ${personRowsQuery} where c.page_id = ${pageId} and c.external_id = ${externalId} for no key update of c`.execute(
    tx,
  );
  const [person] = foundPeople.rows;
  return person && { person, isNew: Number(numAffectedRows ?? 0) > 0 };
}

/** Locks the person until the transaction ends. Does nothing if the person is not stored yet. */
export async function lockKnownPerson(
  tx: Executor,
  { pageId, externalId }: { pageId: string; externalId: string },
): Promise<void> {
  await sql`
    select from channel_people where page_id = ${pageId} and external_id = ${externalId} for no key update`.execute(
    tx,
  );
}

/**
 * Returns the people in this list who have a session and are not blocked. Locks them until the transaction
 * ends, always in the same order.
 */
export async function lockUnblockedPeopleHavingSession(
  tx: Executor,
  people: readonly { pageId: string; externalId: string }[],
): Promise<PersonRow[]> {
  const foundPeople = await sql<PersonRow>`
    ${personRowsQuery}
    join unnest(${people.map(({ pageId }) => pageId)}::uuid[], ${people.map(({ externalId }) => externalId)}::text[])
      as g(page_id, external_id) on g.page_id = c.page_id and g.external_id = c.external_id
    where c.session_id is not null and not c.is_blocked
    order by c.id for no key update of c`.execute(tx);
  return foundPeople.rows;
}

export async function findPerson(db: Executor, id: string): Promise<PersonRow | undefined> {
  const queryResult = await sql<PersonRow>`${personRowsQuery} where c.id = ${id}`.execute(db);
  return queryResult.rows[0];
}

/** Returns the person of a bot's session. */
export async function findPersonOfSession(db: Executor, sessionId: string): Promise<PersonRow | undefined> {
  const queryResult = await sql<PersonRow>`${personRowsQuery} where c.session_id = ${sessionId}`.execute(db);
  return queryResult.rows[0];
}

/** Returns the person who talks in this conversation. */
export async function findPersonOfConversation(
  db: Executor,
  conversationId: string,
  shouldLock = false,
): Promise<PersonRow | undefined> {
  const queryResult = await sql<PersonRow>`
    ${personRowsQuery} where s.conversation_id = ${conversationId} ${shouldLock ? sql`for no key update of c` : sql``}`.execute(
    db,
  );
  return queryResult.rows[0];
}

export async function setPersonSession(tx: Executor, id: string, sessionId: string): Promise<void> {
  await sql`update channel_people set session_id = ${sessionId} where id = ${id}`.execute(tx);
}

/** Something that an outside person did, such as writing a message, and the time when they did it. */
export interface PersonAct {
  readonly personId: string;
  readonly at: Date;
}

/**
 * Stores the times of people's last acts, and that these people follow the page. An event that arrives late does not
 * replace a later time.
 */
export async function storeLastActs(tx: Executor, personActs: readonly PersonAct[]): Promise<void> {
  await sql`
    update channel_people c set last_act_at = greatest(c.last_act_at, a.at), is_following = true
    from unnest(${personActs.map(({ personId }) => personId)}::uuid[], ${personActs.map(({ at }) => at)}::timestamptz[]) as a(id, at)
    where c.id = a.id`.execute(tx);
}

export const storeLastAct = (tx: Executor, id: string, actedAt: Date): Promise<void> =>
  storeLastActs(tx, [{ personId: id, at: actedAt }]);

/**
 * Stores that the platform accepts no messages to the person until the person acts again: no messages of bots, or no
 * messages at all.
 */
export async function closeReplyWindow(
  db: Executor,
  { id, last_act_at }: Pick<PersonRow, "id" | "last_act_at">,
  isClosedToBotsOnly: boolean,
): Promise<void> {
  const column = sql.ref(isClosedToBotsOnly ? "closed_to_bots_act_at" : "closed_act_at");
  // The column has microseconds, but a JavaScript date has only milliseconds. So cut the column's value to milliseconds
  // before comparing.
  await sql`
    update channel_people set ${column} = last_act_at
    where id = ${id} and date_trunc('milliseconds', last_act_at) = ${last_act_at}::timestamptz`.execute(db);
}

export async function setFollowState(tx: Executor, id: string, isFollowing: boolean): Promise<void> {
  await sql`update channel_people set is_following = ${isFollowing} where id = ${id}`.execute(tx);
}

export async function setBlocked(tx: Executor, id: string, isBlocked: boolean): Promise<void> {
  await sql`update channel_people set is_blocked = ${isBlocked} where id = ${id}`.execute(tx);
}

export async function setCheckedSeq(tx: Executor, id: string, seq: number): Promise<void> {
  await sql`update channel_people set read_seq = ${seq} where id = ${id}`.execute(tx);
}

/**
 * Stores that these conversations were checked for messages to send. Skips a conversation in which anybody but the
 * outside person has written since, and one that another process is checking.
 */
export async function markConversationsChecked(
  db: Executor,
  conversationIds: readonly string[],
): Promise<void> {
  await sql`
    update channel_people c set read_seq = greatest(c.read_seq, passed.seq)
    from (
      select p.id, r.last_seq as seq
      from bot_sessions s
      join channel_people p on p.session_id = s.id
      join conversations r on r.id = s.conversation_id
      join livechats l on l.conversation_id = r.id
      where s.conversation_id = any(${conversationIds}::uuid[]) and r.last_seq > p.read_seq
        and not exists (
          select from messages m
          where m.conversation_id = r.id and m.changed_seq > p.read_seq and m.user_id <> l.visitor_id)
      for no key update of p skip locked) passed
    where c.id = passed.id`.execute(db);
}

/** Stores that the platform was asked for a person's picture. Returns false if it had been asked before. */
export async function storePictureAskedAt(db: Executor, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update channel_people set picture_asked_at = now() where id = ${id} and picture_asked_at is null`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0) > 0;
}

/**
 * Returns conversations whose latest changes were not checked yet. The conversation that has waited longest comes
 * first.
 */
export async function listUncheckedConversationIds(db: Executor, limit: number): Promise<string[]> {
  const queryResult = await sql<{ id: string }>`
    select r.id from channel_people c
    join bot_sessions s on s.id = c.session_id
    join conversations r on r.id = s.conversation_id and r.last_seq > c.read_seq
    order by r.changed_at limit ${limit}`.execute(db);
  return queryResult.rows.map(({ id }) => id);
}
