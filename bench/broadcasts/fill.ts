import { type Kysely, sql } from "kysely";
import type { DB } from "../../apps/server/src/kit/db/schema.generated.ts";

/**
 * How many visitors one SQL statement inserts. A larger number could exceed the database's statement timeout of 15
 * seconds.
 */
const visitorsPerStatement = 5_000;

/**
 * Inserts visitors of a bot, who all use the web widget. Every visitor has tags and variables, so that a filter must
 * check every condition.
 */
export async function insertVisitors(
  kysely: Kysely<DB>,
  { botId, flowId }: { botId: string; flowId: string },
  count: number,
): Promise<void> {
  for (let fromNumber = 1; fromNumber <= count; fromNumber += visitorsPerStatement)
    await sql`
      insert into bot_sessions (id, bot_id, platform, token_hash, flow_id, save_number, seen_at, state)
      select gen_random_uuid(), ${botId}, 'WEB', sha256(n::text::bytea), ${flowId}, 1, now() - n % 60 * interval '1 day',
        jsonb_build_object('language', (array['en', 'ja', 'vi'])[1 + n % 3], 'turn', 5, 'state', '{"kind":"ended"}'::jsonb,
          'tags', jsonb_build_array('customer', 'from ' || n % 50), 'variables', jsonb_build_array(
            jsonb_build_object('name', 'name', 'value', 'Visitor ' || n),
            jsonb_build_object('name', 'city', 'value', 'City ' || n % 100)))
      from generate_series(${fromNumber}::int, ${Math.min(count, fromNumber + visitorsPerStatement - 1)}::int) n`.execute(
      kysely,
    );
  await sql`analyze bot_sessions`.execute(kysely);
}
