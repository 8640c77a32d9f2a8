import { type BotRole, canDoWithBot } from "@kakehashi/contract/bot-permissions";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

/** Returns the name of this person. Returns undefined if the person may not edit this story. */
export async function findNameIfMayEditStory(
  db: Executor,
  userId: string,
  { bot_id, flow_id }: { readonly bot_id: string; readonly flow_id: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string; part: BotRole | null }>`
    select u.name, case when u.role = 'admin' then 'OWNER' else p.part end as part
    from users u
      join bots b on b.id = ${bot_id} and b.removed_at is null
      join bot_flows f on f.bot_id = b.id and f.id = ${flow_id} and f.removed_at is null
      left join bot_people p on p.bot_id = b.id and p.user_id = u.id
    where u.id = ${userId} and u.deleted_at is null`.execute(db);
  const [row] = rows;
  return row && canDoWithBot(row.part, "edit") ? row.name : undefined;
}
