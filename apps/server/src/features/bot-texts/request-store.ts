import type { Language } from "@kakehashi/contract/languages";
import type { UserSummary } from "@kakehashi/contract/users";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { knowsLanguageCondition, personJson } from "../users/service.ts";

export interface BotTextRequest {
  readonly language: Language;
  readonly asked_by: UserSummary;
  readonly asked_at: Date;
  readonly done_at: Date | null;
}

/** Lists the requests for translations of a bot's texts. `shouldLock` locks the requests until the transaction ends. */
export async function listBotTextRequests(
  db: Executor,
  botId: string,
  shouldLock = false,
): Promise<BotTextRequest[]> {
  const { rows } = await sql<BotTextRequest>`
    select r.language, ${personJson} as asked_by, r.asked_at, r.done_at
    from bot_text_requests r join users u on u.id = r.asked_by where r.bot_id = ${botId}
    ${shouldLock ? sql`for update of r` : sql``}`.execute(db);
  return rows;
}

/**
 * Lists the open translation requests into languages that the person knows, for bots on which the person works, oldest
 * first.
 */
export async function listOpenRequestsForTranslator(
  db: Executor,
  userId: string,
  limit: number,
): Promise<(BotTextRequest & { bot_id: string })[]> {
  const { rows } = await sql<BotTextRequest & { bot_id: string }>`
    select r.bot_id, r.language, r.asked_at, r.done_at,
      (select ${personJson} from users u where u.id = r.asked_by) as asked_by
    from bot_people p join users u on u.id = p.user_id join bot_text_requests r on r.bot_id = p.bot_id
    join bots b on b.id = r.bot_id
    where p.user_id = ${userId} and r.done_at is null and b.removed_at is null and b.archived_at is null
      and ${knowsLanguageCondition(sql`r.language`)}
    order by r.asked_at, r.bot_id, r.language limit ${limit}`.execute(db);
  return rows;
}

/** Opens a translation request. Returns false if the same request is open already. */
export async function openBotTextRequest(
  tx: Executor,
  botId: string,
  language: Language,
  userId: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into bot_text_requests (bot_id, language, asked_by) values (${botId}, ${language}, ${userId})
    on conflict (bot_id, language) do update set asked_by = excluded.asked_by, asked_at = now(), done_at = null
      where bot_text_requests.done_at is not null
    returning language`.execute(tx);
  return rows.length > 0;
}

export async function removeBotTextRequest(
  tx: Executor,
  botId: string,
  language: Language,
): Promise<boolean> {
  const { rows } = await sql`
    delete from bot_text_requests where bot_id = ${botId} and language = ${language} and done_at is null
    returning language`.execute(tx);
  return rows.length > 0;
}

export async function endBotTextRequest(tx: Executor, botId: string, language: Language): Promise<void> {
  await sql`
    update bot_text_requests set done_at = now() where bot_id = ${botId} and language = ${language}`.execute(
    tx,
  );
}
