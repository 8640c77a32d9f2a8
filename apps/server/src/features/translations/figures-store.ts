import type {
  RoomFigures,
  TranslationFigures,
  TranslatorFigures,
} from "@kakehashi/contract/translation-figures";
import { maximumFigureRows } from "@kakehashi/contract/translation-figures";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { partner } from "../conversations/service.ts";
import { personJson } from "../users/service.ts";

export interface Period {
  userId: string;
  conversationId: string | null;
  /** The period: its start, and its end (exclusive). */
  from: Date;
  until: Date;
}

/** The history of that period in the reader's rooms: `h` is an entry, `t` its translation. */
const done = ({ userId, conversationId, from, until }: Period) => sql`
  done as (
    select h.*, t.conversation_id, char_length(h.content) as length,
      h.event = 'SUBMITTED' and not exists (
        select from translation_history e where e.translation_id = h.translation_id and e.step < h.step
          and e.event in ('SUBMITTED', 'FILLED', 'RECALLED')) as is_first,
      -- Since when this text was waited for: the last that asked for one.
      case when h.event = 'SUBMITTED' then greatest(
        case when t.asked_at <= h.created_at then t.asked_at end,
        (select max(e.created_at) from translation_history e where e.translation_id = h.translation_id
          and e.step < h.step and e.event in ('EXPIRED', 'REQUESTED', 'REJECTED') and t.asked_at is not null)) end as asked_at
    from translation_history h
    join translations t on t.id = h.translation_id
    join conversation_members m on m.conversation_id = t.conversation_id and m.user_id = ${userId}
    where h.created_at >= ${from} and h.created_at < ${until}
      ${conversationId === null ? sql`` : sql`and t.conversation_id = ${conversationId}`})`;

const translated = sql`(count(*) filter (where is_first))::int as translated`;
const retranslated = sql`(count(*) filter (where event = 'SUBMITTED' and not is_first))::int as retranslated`;
const memoryHits = sql`(count(*) filter (where event = 'RECALLED'))::int as memory_hits`;
const characters = sql`coalesce(sum(length) filter (where event = 'SUBMITTED'), 0)::int as characters`;
const medianWaitSeconds = sql`(percentile_cont(0.5) within group (order by extract(epoch from created_at - asked_at))
  filter (where asked_at is not null))::float8 as median_wait_seconds`;

/** Rooms with any figures. Those with the most messages for readers of another language come first. */
export async function readRooms(db: Executor, period: Period): Promise<RoomFigures[]> {
  const { userId, conversationId, from, until } = period;
  const { rows } = await sql<RoomFigures>`
    with ${done(period)}, mine as (
      select m.conversation_id, m.user_id from conversation_members m where m.user_id = ${userId}
        ${conversationId === null ? sql`` : sql`and m.conversation_id = ${conversationId}`}
    ), worked as (
      select conversation_id, ${medianWaitSeconds}, ${translated}, ${retranslated}, ${memoryHits}, ${characters}
      from done group by conversation_id
    ), waiting as (
      select t.conversation_id, count(*)::int as waiting from mine m
      join translations t on t.conversation_id = m.conversation_id and t.waiting_since is not null
      group by t.conversation_id
    ), reads as (
      select distinct o.conversation_id, u.working_language as language from mine m
      join conversation_members o on o.conversation_id = m.conversation_id join users u on u.id = o.user_id
      where u.working_language is not null
    ), asked as (
      -- Each message, with how long each language that somebody reads took; null for one that has no text.
      select x.conversation_id, x.id, extract(epoch from max(f.at - x.created_at)) as seconds,
        bool_and(f.at is not null) as is_readable
      from mine m
      join messages x on x.conversation_id = m.conversation_id and x.created_at >= ${from} and x.created_at < ${until}
        and x.deleted_at is null and x.content <> ''
      join reads r on r.conversation_id = x.conversation_id and r.language <> x.language
      left join lateral (
        select min(h.created_at) as at from translations t join translation_history h on h.translation_id = t.id
        where t.subject_kind = 'MESSAGE' and t.subject_id = x.id and t.language = r.language
          and h.event in ('SUBMITTED', 'FILLED', 'RECALLED')) f on true
      group by x.conversation_id, x.id
    ), readable as (
      select conversation_id, count(*)::int as messages, (count(*) filter (where is_readable))::int as readable,
        (percentile_cont(0.5) within group (order by seconds) filter (where is_readable))::float8 as median,
        (percentile_cont(0.95) within group (order by seconds) filter (where is_readable))::float8 as p95
      from asked group by conversation_id
    )
    select json_build_object('id', c.id, 'kind', c.kind, 'name', c.name, 'partner', ${partner}) as conversation,
      coalesce(q.waiting, 0) as waiting, w.median_wait_seconds, coalesce(w.translated, 0) as translated,
      coalesce(w.retranslated, 0) as retranslated, coalesce(w.memory_hits, 0) as memory_hits,
      coalesce(w.characters, 0) as characters, coalesce(r.messages, 0) as messages,
      coalesce(r.readable, 0) as readable, case when r.median is not null then greatest(r.median, 0) end as median_readable_seconds,
      case when r.p95 is not null then greatest(r.p95, 0) end as p95_readable_seconds
    from mine m join conversations c on c.id = m.conversation_id
    left join worked w on w.conversation_id = c.id
    left join waiting q on q.conversation_id = c.id
    left join readable r on r.conversation_id = c.id
    where w.conversation_id is not null or q.conversation_id is not null or r.conversation_id is not null
    order by coalesce(r.messages, 0) desc, c.id limit ${sql.lit(maximumFigureRows)}`.execute(db);
  return rows;
}

/** The people who wrote the most come first. */
export async function readTranslators(db: Executor, period: Period): Promise<TranslatorFigures[]> {
  const { rows } = await sql<TranslatorFigures>`
    with ${done(period)}, worked as (
      select user_id, ${medianWaitSeconds}, ${translated}, ${retranslated}, ${characters},
        (count(*) filter (where event = 'APPROVED'))::int as approved
      from done where event in ('SUBMITTED', 'APPROVED') and user_id is not null group by user_id
    )
    select ${personJson} as user, w.translated, w.retranslated, w.characters, w.approved, w.median_wait_seconds
    from worked w join users u on u.id = w.user_id
    order by w.translated + w.retranslated desc, u.id limit ${sql.lit(maximumFigureRows)}`.execute(db);
  return rows;
}

export async function readDays(db: Executor, period: Period): Promise<TranslationFigures["days"]> {
  const { rows } = await sql<TranslationFigures["days"][number]>`
    with ${done(period)}
    select to_char(d.day, 'YYYY-MM-DD') as day, ${translated}, ${retranslated}, ${memoryHits}, ${characters}
    from generate_series(${period.from}::timestamptz at time zone 'UTC',
      ${period.until}::timestamptz at time zone 'UTC' - interval '1 day', interval '1 day') as d(day)
    left join done on (done.created_at at time zone 'UTC')::date = d.day
    group by d.day order by d.day`.execute(db);
  return rows;
}
