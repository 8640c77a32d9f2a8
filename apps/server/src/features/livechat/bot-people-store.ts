import { professionalTranslatorRoles } from "@kakehashi/contract/known-languages";
import { type Language, languages } from "@kakehashi/contract/languages";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { knowsLanguageCondition } from "../users/service.ts";

/** SQL condition: the user `u` has a translator's role and is neither blocked nor deleted. */
const isTranslatorCondition = sql`
  u.role = any(${professionalTranslatorRoles}::text[]) and u.blocked_at is null and u.deleted_at is null`;

/** Returns the languages from which at least one translator of the bot translates into the given language. */
export async function listLanguagesWithTranslatorInto(
  db: Executor,
  botId: string,
  to: Language,
): Promise<Language[]> {
  const fromLanguage = sql`f.language`;
  const { rows } = await sql<{ language: Language }>`
    select f.language from unnest(${languages}::text[]) f(language)
    where f.language <> ${to} and exists (
      select from bot_people p join users u on u.id = p.user_id
      where p.bot_id = ${botId} and ${isTranslatorCondition} and ${knowsLanguageCondition(fromLanguage)} and ${knowsLanguageCondition(to)})`.execute(
    db,
  );
  return rows.map(({ language }) => language);
}

/** Returns the ids of the bot's translators who know both languages and are not members of the conversation. */
export async function listTranslatorIdsToAdd(
  db: Executor,
  { botId, conversationId }: { botId: string; conversationId: string },
  { from, to }: { from: Language; to: Language },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from bot_people p join users u on u.id = p.user_id
    where p.bot_id = ${botId} and ${isTranslatorCondition} and ${knowsLanguageCondition(from)} and ${knowsLanguageCondition(to)}
      and not exists (
        select from conversation_members m where m.conversation_id = ${conversationId} and m.user_id = u.id)
    order by u.id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Returns those of the given people who work on the talk's bot and are not members of its conversation. Returns none if
 * `authorId`, who mentioned them, is no member. Locks the rows of these people in `bot_people` until the transaction
 * ends.
 */
export async function listColleagueIdsToAdd(
  tx: Executor,
  { conversationId, authorId }: { conversationId: string; authorId: string },
  userIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.user_id as id from livechats l
    join bot_people p on p.bot_id = l.bot_id and p.user_id = any(${userIds}::uuid[])
    join users u on u.id = p.user_id and u.blocked_at is null and u.deleted_at is null
    where l.conversation_id = ${conversationId}
      and exists (select from conversation_members a
        where a.conversation_id = l.conversation_id and a.user_id = ${authorId})
      and not exists (select from conversation_members m
        where m.conversation_id = l.conversation_id and m.user_id = p.user_id)
    order by p.user_id for share of p`.execute(tx);
  return rows.map(({ id }) => id);
}
