import type { Bot, BotChangeBody, BotListItem } from "@kakehashi/contract/bots";
import type { BusinessHours } from "@kakehashi/contract/flows/file";
import { type BotPlatform, preferredPlatformOfNewBot } from "@kakehashi/contract/flows/limits";
import type { Language } from "@kakehashi/contract/languages";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { toJson } from "../../kit/db/json.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import { personJson } from "../users/service.ts";
import { setBotRole } from "./people-store.ts";

/** A person who reads bots. An admin is treated as an owner of every bot. */
export interface BotReader {
  readonly userId: string;
  readonly isAdmin: boolean;
}

export interface BotSettings {
  readonly name: string;
  readonly languages: readonly Language[];
  readonly platforms: readonly BotPlatform[];
  readonly hours: BusinessHours | null;
  /** The hosts to which the bot's stories may send requests. Undefined means none. */
  readonly request_hosts?: readonly string[];
}

type BotItemRow = Omit<BotListItem, "archived_at" | "created_at" | "updated_at"> & {
  archived_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

const createOwnBotRoleSql = ({ isAdmin }: BotReader) => (isAdmin ? sql`'OWNER'` : sql`p.part`);
const createOwnBotPersonJoin = ({ userId }: BotReader) =>
  sql`bot_people p on p.bot_id = b.id and p.user_id = ${userId}`;

const createBotItemColumns = (
  reader: BotReader,
) => sql`b.id, b.name, (select u.avatar from users u where u.id = b.user_id) as picture, b.languages, b.platforms, b.archived_at, b.created_at,
  b.updated_at, ${createOwnBotRoleSql(reader)} as part,
  (select count(*)::int from bot_flows f where f.bot_id = b.id and f.removed_at is null) as flow_count,
  (select count(*)::int from bot_flows f where f.bot_id = b.id and f.removed_at is null and f.is_enabled)
    as enabled_count`;

const toBotItem = <T extends BotItemRow>({ archived_at, created_at, updated_at, ...row }: T) => ({
  ...row,
  archived_at: archived_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

export async function listBots(
  db: Executor,
  reader: BotReader,
  { search, archived }: { search?: string | undefined; archived: boolean },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ bots: BotListItem[]; total: number }> {
  const searchWords = (search ?? "").trim();
  const sqlConditions: RawBuilder<unknown>[] = [
    sql`b.removed_at is null`,
    reader.isAdmin ? sql`true` : sql`p.user_id is not null`,
    archived ? sql`b.archived_at is not null` : sql`b.archived_at is null`,
  ];
  if (searchWords !== "")
    sqlConditions.push(sql`position(fold_text(${searchWords}) in fold_text(b.name)) > 0`);
  const { rows } = await sql<BotItemRow & { total: number }>`
    select ${createBotItemColumns(reader)}, count(*) over ()::int as total
    from bots b left join ${createOwnBotPersonJoin(reader)} where ${sql.join(sqlConditions, sql` and `)}
    order by b.updated_at desc, b.id desc limit ${limit} offset ${offset}`.execute(db);
  return { total: rows[0]?.total ?? 0, bots: rows.map(({ total: _, ...row }) => toBotItem(row)) };
}

/**
 * Returns the bot as this person sees it. Undefined if they may not see it. `shouldLock` locks the bot, so that its
 * changes run one after the other.
 */
export async function findBot(
  db: Executor,
  reader: BotReader,
  id: string,
  shouldLock = false,
): Promise<Bot | undefined> {
  if (shouldLock) await sql`select from bots where id = ${id} for update`.execute(db);
  type BotRow = BotItemRow &
    Pick<
      Bot,
      "current_platform" | "hours" | "start_flow_id" | "sites" | "request_hosts" | "asks_rating" | "people"
    >;
  const { rows } = await sql<BotRow>`
    select ${createBotItemColumns(reader)}, b.current_platform, b.hours, b.start_flow_id, b.sites, b.request_hosts, b.asks_rating,
      (select coalesce(json_agg(json_build_object('user', ${personJson}, 'part', o.part)
          order by o.created_at, o.user_id), '[]')
        from bot_people o join users u on u.id = o.user_id where o.bot_id = b.id) as people
    from bots b left join ${createOwnBotPersonJoin(reader)}
    where b.id = ${id} and b.removed_at is null and ${reader.isAdmin ? sql`true` : sql`p.user_id is not null`}`.execute(
    db,
  );
  return rows[0] && toBotItem(rows[0]);
}

/**
 * Locks the bot and its list of people against changes until the transaction ends. The lock is shared, so several
 * transactions can hold it at the same time.
 */
export async function lockBotAgainstChanges(tx: Executor, id: string): Promise<void> {
  await sql`select from bots where id = ${id} for share`.execute(tx);
}

/**
 * Counts the bots that a person has created. Locks the person's row first, because otherwise two simultaneous requests
 * could together exceed the limit.
 */
export async function lockAndCountBotsOfPerson(tx: Executor, userId: string): Promise<number> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bots
    where created_by = ${userId} and removed_at is null`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function insertBot(
  tx: Executor,
  { id, userId }: { id: string; userId: string },
  { name, languages, platforms, hours, request_hosts = [] }: BotSettings,
): Promise<void> {
  const currentPlatform = platforms.includes(preferredPlatformOfNewBot)
    ? preferredPlatformOfNewBot
    : (platforms[0] ?? preferredPlatformOfNewBot);
  await sql`
    insert into bots (id, name, languages, platforms, current_platform, hours, request_hosts, created_by)
    values (${id}, ${name}, ${languages}, ${platforms}, ${currentPlatform}, ${hours && toJson(hours)}::jsonb,
      ${request_hosts}, ${userId})`.execute(tx);
  await setBotRole(tx, id, userId, "OWNER");
}

/**
 * Changes the given columns of the bot. `archived`: true archives the bot, false restores it, undefined changes
 * nothing.
 */
export async function updateBot(
  tx: Executor,
  id: string,
  { archived, hours, ...change }: BotChangeBody,
): Promise<void> {
  const columns = Object.entries(change).filter(([, value]) => value !== undefined);
  const assignments = columns.map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  if (hours !== undefined) assignments.push(sql`hours = ${hours && toJson(hours)}::jsonb`);
  if (archived !== undefined)
    assignments.push(sql`archived_at = case when ${archived} then coalesce(archived_at, now()) end`);
  await sql`update bots set ${sql.join([...assignments, sql`updated_at = now()`])} where id = ${id}`.execute(
    tx,
  );
}

/**
 * Returns the hosts to which the bot's stories may send requests, and the number of the secret that signs these
 * requests.
 */
export async function findRequestSettings(
  db: Executor,
  id: string,
): Promise<{ request_hosts: string[]; request_secret_number: number } | undefined> {
  return db
    .selectFrom("bots")
    .select(["request_hosts", "request_secret_number"])
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function renewRequestSecret(tx: Executor, id: string): Promise<void> {
  await sql`update bots set request_secret_number = request_secret_number + 1 where id = ${id}`.execute(tx);
}

export async function setUpdatedAtToNow(tx: Executor, id: string): Promise<void> {
  await sql`update bots set updated_at = now() where id = ${id}`.execute(tx);
}

export async function findBotCreatorId(db: Executor, id: string): Promise<string> {
  const { rows } = await sql<{ created_by: string }>`select created_by from bots where id = ${id}`.execute(
    db,
  );
  if (!rows[0]) throw createNotFoundError();
  return rows[0].created_by;
}

/**
 * Returns the bot's name, and the id and name of the user who is the author of the bot's messages in conversations.
 * `shouldLock` locks the bot until the transaction ends.
 */
export async function findMessageAuthorOfBot(
  db: Executor,
  botId: string,
  shouldLock: boolean,
): Promise<{ name: string; user_id: string | null; author_name: string | null } | undefined> {
  const { rows } = await sql<{ name: string; user_id: string | null; author_name: string | null }>`
    select b.name, b.user_id, u.name as author_name from bots b left join users u on u.id = b.user_id
    where b.id = ${botId} ${shouldLock ? sql`for no key update of b` : sql``}`.execute(db);
  return rows[0];
}

export async function setMessageAuthorOfBot(tx: Executor, botId: string, userId: string): Promise<void> {
  await sql`update bots set user_id = ${userId} where id = ${botId}`.execute(tx);
}
