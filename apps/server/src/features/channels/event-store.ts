import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { toJson } from "../../kit/db/json.ts";
import type { ChannelEvent } from "./platforms/platform.ts";

/**
 * Days for which handled events are kept. If the platform sends an event again in this time, the stored event shows
 * that it is a repeat.
 */
const retentionDays = 30;
const eventsPerDelete = 10_000;

/** An event as the database stores it in JSON, with its time as a string. */
export type StoredEvent = EventWithTimeAsText<ChannelEvent>;
type EventWithTimeAsText<Event> = Event extends { readonly at: Date }
  ? Omit<Event, "at"> & { readonly at: string }
  : never;

/**
 * Stores the events of connected pages. A repeated event is stored once. Events of an unknown type are counted and
 * stored as already handled. Returns how many events must be handled, and the bots whose pages got their first event.
 */
export async function insertEvents(
  db: Executor,
  platform: OutsidePlatform,
  events: readonly ChannelEvent[],
): Promise<{ count: number; newly_heard: string[] }> {
  const { rows } = await sql<{ count: number; newly_heard: string[] }>`
    with given as (
      select * from unnest(
        ${events.map(({ pageId }) => pageId)}::text[], ${events.map(({ personId }) => personId)}::text[],
        ${events.map(({ key }) => key)}::text[], ${events.map((event) => toJson(event))}::text[],
        ${events.map(({ type }) => type === "unknown")}::boolean[])
      with ordinality as one (page, person, key, event, is_unknown, position)),
    numbered as (
      select nextval(pg_get_serial_sequence('channel_events', 'id')) as id, p.id as page_id, g.*
      from given g join channel_pages p on p.platform = ${platform} and p.external_id = g.page
        and p.state <> 'DISCONNECTED'
      order by g.position),
    stored as (
      insert into channel_events (id, page_id, person, key, event, handled_at) overriding system value
      select id, page_id, person, key, event::jsonb, case when is_unknown then now() end
      from numbered
      -- Always in the same order, so that two processes that store the same events cannot deadlock.
      order by page_id, key
      on conflict (page_id, key) do nothing
      returning page_id, handled_at),
    heard as (
      select p.id, s.unknown
      from (select page_id, count(*) filter (where handled_at is not null) as unknown from stored group by page_id) s
      join channel_pages p on p.id = s.page_id
      -- The row is written at most once a minute, because all events of a page would wait for it.
      where s.unknown > 0 or p.last_event_at is null or p.last_event_at < now() - interval '1 minute'
      order by p.id for no key update of p),
    seen as (
      update channel_pages p set last_event_at = now(), unknown_count = unknown_count + h.unknown
      from heard h where p.id = h.id)
    select (select count(*)::int from stored where handled_at is null) as count,
      array(select distinct p.bot_id from stored s join channel_pages p on p.id = s.page_id
        where p.last_event_at is null) as newly_heard`.execute(db);
  return rows[0] ?? { count: 0, newly_heard: [] };
}

export interface UnhandledEvent {
  readonly id: string;
  readonly page_id: string;
  readonly person: string;
  readonly event: StoredEvent;
  readonly tries: number;
  /** Whether the files of the event are fetched or are being fetched. Null if no fetch was requested yet. */
  readonly files: "WAITING" | "FETCHED" | null;
}

export type EventSender = Pick<UnhandledEvent, "page_id" | "person">;

const createPeopleRowsQuery = (people: readonly EventSender[]) => sql`
  select * from unnest(${people.map(({ page_id }) => page_id)}::uuid[], ${people.map(({ person }) => person)}::text[])`;

/**
 * An SQL query for the id of a person's first unhandled event `o` that meets the condition. The person is the one who
 * caused the event `e`.
 */
const createFirstEventQuery = (condition: RawBuilder<unknown>) => sql`
  select o.id from channel_events o
  where o.page_id = e.page_id and o.person = e.person and o.handled_at is null and (${condition})
  order by o.page_id, o.person, o.id limit 1`;

/**
 * Returns at most `limit` people whose events can be handled now. The person who has waited longest comes first. Leaves
 * out `busyPeople`, whose events this process handles already. Otherwise the query would read thousands of events of
 * these people each time.
 */
export async function listPeopleWithEvents(
  db: Executor,
  busyPeople: readonly EventSender[],
  limit: number,
): Promise<EventSender[]> {
  const { rows } = await sql<EventSender>`
    select e.page_id, e.person from channel_events e
    where e.handled_at is null and not ((e.page_id, e.person) in (${createPeopleRowsQuery(busyPeople)}))
      -- Only the first event of each person is looked at, because one person may have thousands. An event that waits holds
      -- up the person's others. Each subquery is asked for one row, so that it reads the index of that person's events,
      -- also while the table was never counted.
      and case when e.id = (${createFirstEventQuery(sql`true`)}) then (${createFirstEventQuery(sql`o.try_at > now() or o.files = 'WAITING'`)}) is null end
    order by e.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Returns the oldest unhandled event of each person, and locks it until the transaction ends. So the events of one
 * person are handled in the order in which they happened. Leaves out people whose oldest event must wait, and people
 * whose events another process handles.
 */
export async function lockOldestEvents(
  tx: Executor,
  people: readonly EventSender[],
): Promise<UnhandledEvent[]> {
  const { rows } = await sql<UnhandledEvent>`
    select e.id, e.page_id, e.person, e.event, e.tries, e.files
    from (${createPeopleRowsQuery(people)}) p(page_id, person)
    cross join lateral (
      select o.id from channel_events o
      where o.page_id = p.page_id and o.person = p.person and o.handled_at is null
      order by o.event ->> 'at', o.id limit 1) oldest
    join channel_events e on e.id = oldest.id
    where e.handled_at is null and e.try_at <= now() and e.files is distinct from 'WAITING'
    for update of e skip locked`.execute(tx);
  return rows;
}

export async function markEventsHandled(tx: Executor, ids: readonly string[]): Promise<void> {
  await sql`update channel_events set handled_at = now() where id = any(${ids}::bigint[])`.execute(tx);
}

/**
 * Delays the next attempt to handle an event by some seconds. The person's later events wait for this event. An event
 * that only waits for something has not failed, so its tries are not counted.
 */
export async function postponeEvent(
  db: Executor,
  id: string,
  { seconds, hasFailed }: { seconds: number; hasFailed: boolean },
): Promise<void> {
  await sql`
    update channel_events set tries = tries + ${hasFailed ? 1 : 0}, try_at = now() + make_interval(secs => ${seconds})
    where id = ${id} and handled_at is null`.execute(db);
}

/** Marks an event as waiting for its files. The person's later events wait for this event. */
export async function markEventWaitingForFiles(tx: Executor, id: string): Promise<void> {
  await sql`update channel_events set files = 'WAITING' where id = ${id}`.execute(tx);
}

export interface EventAwaitingFiles extends UnhandledEvent {
  /** The user who created the bot that received the event. */
  readonly maker_id: string;
}

/**
 * Returns an event whose files must be fetched, and claims it for a number of seconds. If this process dies, another
 * process can claim the event after this time. Returns undefined if no event waits for its files. Only a person's
 * oldest event can wait for files, so each person has at most one such event.
 */
export async function claimEventAwaitingFiles(
  db: Executor,
  seconds: number,
): Promise<EventAwaitingFiles | undefined> {
  const { rows } = await sql<EventAwaitingFiles>`
    with claimed as (
      select id from channel_events
      where files = 'WAITING' and handled_at is null and try_at <= now()
      order by id limit 1 for update skip locked)
    update channel_events e set try_at = now() + make_interval(secs => ${seconds})
    from claimed, channel_pages p join bots b on b.id = p.bot_id
    where e.id = claimed.id and p.id = e.page_id
    returning e.id, e.page_id, e.person, e.event, e.tries, e.files, b.created_by as maker_id`.execute(db);
  return rows[0];
}

/** Releases the claim on an event whose files were not fetched, so that another fetch can claim the event. */
export async function releaseFileFetchClaim(db: Executor, id: string): Promise<void> {
  await sql`update channel_events set try_at = now() where id = ${id} and files = 'WAITING'`.execute(db);
}

/** Stores that an event's files are fetched, so that the event can be handled. */
export async function markEventFilesFetched(db: Executor, id: string): Promise<void> {
  await sql`
    update channel_events set files = 'FETCHED', tries = 0, try_at = now()
    where id = ${id} and files = 'WAITING'`.execute(db);
}

/** Deletes some of the old handled events. Returns how many. */
export async function deleteSomeOldEvents(db: Executor): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from channel_events where id in (
      select id from channel_events
      where handled_at is not null and created_at < now() - make_interval(days => ${retentionDays})
      limit ${eventsPerDelete})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
