import type { Language } from "@kakehashi/contract/languages";
import type { BotTranslationFigures, TranslatorFigures } from "@kakehashi/contract/translation-figures";
import { maximumFigureRows } from "@kakehashi/contract/translation-figures";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { personJson } from "../users/service.ts";
import { isClaimHeldCondition } from "./store.ts";

interface FiguresPeriod {
  readonly from: Date;
  readonly until: Date;
}

/** SQL of a common table expression `mine`: the bots on which a person works as an owner, editor or agent. */
const createBotsOfPersonQuery = (userId: string) => sql`
  mine as materialized (
    select b.id, b.name from bot_people p join bots b on b.id = p.bot_id
    where p.user_id = ${userId} and b.removed_at is null)`;

const createTranslationsInPeriodQuery = ({ from, until }: FiguresPeriod) => sql`
  written as (
    select t.* from mine m join bot_text_translations t on t.bot_id = m.id
    where t.created_at >= ${from} and t.created_at < ${until})`;

/** Lists the open translation requests of a person's bots. */
export async function listOpenRequestsOfOwnBots(
  db: Executor,
  userId: string,
): Promise<{ bot_id: string; language: Language }[]> {
  const { rows } = await sql<{ bot_id: string; language: Language }>`
    with ${createBotsOfPersonQuery(userId)}
    select r.bot_id, r.language from mine m join bots b on b.id = m.id and b.archived_at is null
    join bot_text_requests r on r.bot_id = m.id and r.done_at is null order by r.asked_at, r.bot_id, r.language
    limit ${sql.lit(maximumFigureRows)}`.execute(db);
  return rows;
}

/** Returns how much was translated for each bot of a person. Bots with the most translated texts come first. */
export async function readFiguresPerBot(
  db: Executor,
  userId: string,
  period: FiguresPeriod,
): Promise<Omit<BotTranslationFigures, "waiting">[]> {
  const { rows } = await sql<Omit<BotTranslationFigures, "waiting">>`
    with ${createBotsOfPersonQuery(userId)}, ${createTranslationsInPeriodQuery(period)}
    select json_build_object('id', m.id, 'name', m.name) as bot,
      percentile_cont(0.5) within group (order by extract(epoch from w.created_at - w.asked_at))::float8
        as median_wait_seconds,
      (count(*) filter (where w.is_first))::int as translated,
      (count(*) filter (where not w.is_first))::int as retranslated, sum(w.characters)::int as characters
    from mine m join written w on w.bot_id = m.id group by m.id, m.name
    order by count(*) desc, m.id limit ${sql.lit(maximumFigureRows)}`.execute(db);
  return rows;
}

/**
 * Returns how much each translator translated for the bots of a person, and how many of these bots' texts each
 * translator is translating now.
 */
export async function readFiguresPerTranslator(
  db: Executor,
  userId: string,
  period: FiguresPeriod,
): Promise<Pick<TranslatorFigures, "user" | "bot_waiting" | "bot_texts" | "bot_characters">[]> {
  const { rows } = await sql<
    Pick<TranslatorFigures, "user" | "bot_waiting" | "bot_texts" | "bot_characters">
  >`
    with ${createBotsOfPersonQuery(userId)}, ${createTranslationsInPeriodQuery(period)}, done as (
      select user_id, count(*)::int as texts, sum(characters)::int as characters from written
      where user_id is not null group by user_id
    ), held as (
      select w.claimed_by as user_id, count(*)::int as waiting from mine m
      join bot_text_works w on w.bot_id = m.id where ${isClaimHeldCondition} group by w.claimed_by
    )
    select ${personJson} as user, coalesce(h.waiting, 0) as bot_waiting, coalesce(d.texts, 0) as bot_texts,
      coalesce(d.characters, 0) as bot_characters
    from done d full join held h using (user_id) join users u on u.id = user_id
    order by coalesce(d.texts, 0) desc, u.id limit ${sql.lit(maximumFigureRows)}`.execute(db);
  return rows;
}
