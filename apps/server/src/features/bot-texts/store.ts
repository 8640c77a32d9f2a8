import type { Speaker } from "@kakehashi/contract/known-languages";
import type { Language } from "@kakehashi/contract/languages";
import { claimLastsMs } from "@kakehashi/contract/translation-claims";
import type { UserSummary } from "@kakehashi/contract/users";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { knowsLanguage, personJson } from "../users/service.ts";
import type { Made, Place } from "./waiting.ts";

export interface Request {
  readonly language: Language;
  readonly asked_by: UserSummary;
  readonly asked_at: Date;
  readonly done_at: Date | null;
}

/** Lists the requests for a bot's texts. `isLocked` locks them until the transaction ends. */
export async function listRequests(db: Executor, botId: string, isLocked = false): Promise<Request[]> {
  const { rows } = await sql<Request>`
    select r.language, ${personJson} as asked_by, r.asked_at, r.done_at
    from bot_text_requests r join users u on u.id = r.asked_by where r.bot_id = ${botId}
    ${isLocked ? sql`for update of r` : sql``}`.execute(db);
  return rows;
}

/** Lists the open requests into languages that the person knows, for bots in which they have a part. The first comes first. */
export async function listOpenFor(
  db: Executor,
  userId: string,
  limit: number,
): Promise<(Request & { bot_id: string })[]> {
  const { rows } = await sql<Request & { bot_id: string }>`
    select r.bot_id, r.language, r.asked_at, r.done_at,
      (select ${personJson} from users u where u.id = r.asked_by) as asked_by
    from bot_people p join users u on u.id = p.user_id join bot_text_requests r on r.bot_id = p.bot_id
    join bots b on b.id = r.bot_id
    where p.user_id = ${userId} and r.done_at is null and b.removed_at is null and b.archived_at is null
      and ${knowsLanguage(sql`r.language`)}
    order by r.asked_at, r.bot_id, r.language limit ${limit}`.execute(db);
  return rows;
}

export async function openRequest(
  tx: Executor,
  botId: string,
  language: Language,
  userId: string,
): Promise<void> {
  await sql`
    insert into bot_text_requests (bot_id, language, asked_by) values (${botId}, ${language}, ${userId})
    on conflict (bot_id, language) do update set asked_by = excluded.asked_by, asked_at = now(), done_at = null
      where bot_text_requests.done_at is not null`.execute(tx);
}

export async function removeRequest(tx: Executor, botId: string, language: Language): Promise<boolean> {
  const { rows } = await sql`
    delete from bot_text_requests where bot_id = ${botId} and language = ${language} and done_at is null
    returning language`.execute(tx);
  return rows.length > 0;
}

export async function endRequest(tx: Executor, botId: string, language: Language): Promise<void> {
  await sql`
    update bot_text_requests set done_at = now() where bot_id = ${botId} and language = ${language}`.execute(
    tx,
  );
}

export interface Work extends Place, Made {
  readonly language: Language;
  readonly claimed_by: string | null;
  readonly claimed_at: Date | null;
}

/** Whether the claim of a work still holds: its holder was heard of lately and has a part in the bot. */
const isHeld = sql`w.claimed_at > now() - make_interval(secs => ${claimLastsMs / 1000}) and exists (
  select from bot_people p join bot_flows f on f.bot_id = p.bot_id
  where f.id = w.flow_id and p.user_id = w.claimed_by)`;

/** Lists what is known of a bot's texts beside the stories: who is at them, and what they were translated from. */
export async function listWorks(db: Executor, botId: string): Promise<Work[]> {
  const { rows } = await sql<Work>`
    select w.flow_id, w.block_id, w.field, w.language, w.source_language, w.source, w.target,
      case when ${isHeld} then w.claimed_by end as claimed_by,
      case when ${isHeld} then w.claimed_at end as claimed_at
    from bot_text_works w join bot_flows f on f.id = w.flow_id
    where f.bot_id = ${botId} and f.removed_at is null`.execute(db);
  return rows;
}

type At = Place & { readonly language: Language };

const isAt = ({ flow_id, block_id, field, language }: At) => sql`
  flow_id = ${flow_id} and block_id = ${block_id} and field = ${field} and language = ${language}`;

/** Claims a text. Returns false while somebody else holds it. */
export async function claim(db: Executor, at: At, userId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into bot_text_works as w (flow_id, block_id, field, language, claimed_by, claimed_at)
    values (${at.flow_id}, ${at.block_id}, ${at.field}, ${at.language}, ${userId}, now())
    on conflict (flow_id, block_id, field, language) do update
      set claimed_by = excluded.claimed_by, claimed_at = excluded.claimed_at
      where w.claimed_by is null or w.claimed_by = ${userId} or not (${isHeld})
    returning w.field`.execute(db);
  return rows.length > 0;
}

export async function release(db: Executor, at: At, userId: string): Promise<void> {
  await sql`
    update bot_text_works set claimed_by = null, claimed_at = null
    where ${isAt(at)} and claimed_by = ${userId}`.execute(db);
}

/** Stores what a text was translated from, and ends its claim. */
export async function storeMade(
  tx: Executor,
  at: At,
  { source_language, source, target }: Made,
  userId: string,
): Promise<void> {
  await sql`
    insert into bot_text_works
      (flow_id, block_id, field, language, source_language, source, target, translated_by, translated_at)
    values (${at.flow_id}, ${at.block_id}, ${at.field}, ${at.language}, ${source_language}, ${source}, ${target},
      ${userId}, now())
    on conflict (flow_id, block_id, field, language) do update
      set source_language = excluded.source_language, source = excluded.source, target = excluded.target,
        translated_by = excluded.translated_by, translated_at = excluded.translated_at,
        claimed_by = null, claimed_at = null`.execute(tx);
}

export interface BotSpeaker extends Speaker {
  readonly person: UserSummary;
}

/** Lists the people of a bot with what decides which languages they know. */
export async function listSpeakers(db: Executor, botId: string): Promise<BotSpeaker[]> {
  const { rows } = await sql<BotSpeaker>`
    select ${personJson} as person, u.role, u.working_language, u.languages
    from bot_people p join users u on u.id = p.user_id
    where p.bot_id = ${botId} and u.deleted_at is null order by p.created_at, u.id`.execute(db);
  return rows;
}

export interface StoredDraft {
  readonly content: string;
  readonly edited_at: Date;
}

export async function findDraft(db: Executor, at: At, userId: string): Promise<StoredDraft | undefined> {
  const { rows } = await sql<StoredDraft>`
    select content, edited_at from bot_text_drafts where user_id = ${userId} and ${isAt(at)}`.execute(db);
  return rows[0];
}

export async function saveDraft(
  db: Executor,
  at: At,
  userId: string,
  content: string,
): Promise<StoredDraft | undefined> {
  const { rows } = await sql<StoredDraft>`
    insert into bot_text_drafts (user_id, flow_id, block_id, field, language, content)
    values (${userId}, ${at.flow_id}, ${at.block_id}, ${at.field}, ${at.language}, ${content})
    on conflict (user_id, flow_id, block_id, field, language) do update
      set content = excluded.content, edited_at = now()
    returning content, edited_at`.execute(db);
  return rows[0];
}

export async function removeDraft(db: Executor, at: At, userId: string): Promise<void> {
  await sql`delete from bot_text_drafts where user_id = ${userId} and ${isAt(at)}`.execute(db);
}
