import type { BotRole } from "@kakehashi/contract/bot-permissions";
import type { PersonWithBotRole } from "@kakehashi/contract/bots";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

/** Returns the ids of everybody who works on the bot. */
export async function listBotPeopleIds(db: Executor, botId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from bot_people where bot_id = ${botId} order by user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

export async function setBotRole(
  tx: Executor,
  botId: string,
  userId: string,
  botRole: BotRole,
): Promise<void> {
  await sql`
    insert into bot_people (bot_id, user_id, part) values (${botId}, ${userId}, ${botRole})
    on conflict (bot_id, user_id) do update set part = excluded.part`.execute(tx);
}

export async function removeBotPerson(tx: Executor, botId: string, userId: string): Promise<void> {
  await sql`delete from bot_people where bot_id = ${botId} and user_id = ${userId}`.execute(tx);
}

/** Whether this account exists, is confirmed and has a role. Only such accounts can be added to a bot. */
export async function canBeAddedToBots(db: Executor, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where id = ${userId} and deleted_at is null and confirmed_at is not null and role <> 'user'`.execute(
    db,
  );
  return rows.length > 0;
}

/** Whether the bot has an owner besides this person. */
export const hasOtherOwner = (people: readonly PersonWithBotRole[], userId: string): boolean =>
  people.some(({ user, part }) => part === "OWNER" && user.id !== userId);

/** Returns the ids of the bots on which only this person works. */
export async function listSoloBotIds(db: Executor, userId: string): Promise<string[]> {
  const { rows } = await sql<{ bot_id: string }>`
    select p.bot_id from bot_people p where p.user_id = ${userId} and not exists (
      select from bot_people o where o.bot_id = p.bot_id and o.user_id <> ${userId})`.execute(db);
  return rows.map(({ bot_id }) => bot_id);
}

/**
 * Removes a person from all bots. If the person was a bot's only owner, its earliest editor becomes the owner, or else
 * its earliest agent.
 */
export async function removePersonFromAllBots(db: Executor, userId: string): Promise<void> {
  await sql`
    update bot_people o set part = 'OWNER' where o.user_id = (
        select n.user_id from bot_people n where n.bot_id = o.bot_id and n.user_id <> ${userId}
        order by n.part = 'EDITOR' desc, n.created_at, n.user_id limit 1)
      and exists (select from bot_people p where p.bot_id = o.bot_id and p.user_id = ${userId})
      and not exists (select from bot_people p where p.bot_id = o.bot_id and p.user_id <> ${userId}
        and p.part = 'OWNER')`.execute(db);
  await sql`delete from bot_people where user_id = ${userId}`.execute(db);
}
