import { maximumBotContentBytes } from "@kakehashi/contract/flows/file";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { AppError } from "../../kit/errors.ts";

/**
 * How many bytes a story, an article, a phrase or a canned answer may take in a bot's file in addition to its texts:
 * for field names, ids, and the kind of a phrase.
 */
const overheadBytes = { flow: 100, article: 150, phrase: 250, canned: 50 };

/**
 * Returns how many bytes a bot's drafts, articles, phrases and canned answers take in the bot's file. The result may be
 * a little too large, because PostgreSQL writes JSON with spaces.
 */
async function readBotBytes(db: Executor, botId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (
      (select coalesce(sum(octet_length(s.flow::text) + octet_length(to_jsonb(f.name)::text) + ${overheadBytes.flow}), 0)
        from bot_flows f join bot_flow_saves s on s.flow_id = f.id and s.number = f.save_number
        where f.bot_id = ${botId} and f.removed_at is null)
      + (select coalesce(sum(octet_length(title::text) + octet_length(text::text) + octet_length(buttons::text)
          + octet_length(to_jsonb(name)::text) + coalesce(octet_length(to_jsonb(image)::text), 0) + ${overheadBytes.article}), 0)
        from bot_articles where bot_id = ${botId})
      + (select coalesce(sum(octet_length(to_jsonb(keywords)::text) + coalesce(octet_length(answer::text), 0)
          + ${overheadBytes.phrase}), 0)
        from bot_phrases where bot_id = ${botId})
      + (select coalesce(sum(octet_length(text::text) + octet_length(to_jsonb(shortcut)::text) + ${overheadBytes.canned}), 0)
        from bot_canned_answers where bot_id = ${botId}))::float8 as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/**
 * Runs `storeTexts`, which writes texts of a bot in the caller's transaction. Throws BOT.TOO_LARGE if the bot's file
 * would then be too large to import. Always allows a change that makes the bot smaller.
 */
export async function storeWithinBotSize<T>(
  tx: Executor,
  botId: string,
  storeTexts: () => Promise<T>,
): Promise<T> {
  const bytesBefore = await readBotBytes(tx, botId);
  const result = await storeTexts();
  const bytesAfter = await readBotBytes(tx, botId);
  if (bytesAfter > bytesBefore && bytesAfter > maximumBotContentBytes) throw new AppError("BOT.TOO_LARGE");
  return result;
}
