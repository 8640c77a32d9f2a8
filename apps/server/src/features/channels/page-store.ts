import type { ChannelPageState, ChannelProblem, OutsidePlatform } from "@kakehashi/contract/channel-states";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { toJson } from "../../kit/db/json.ts";
import type { EncryptedSecret } from "../../kit/secrets.ts";

export interface PageRow {
  readonly id: string;
  readonly platform: OutsidePlatform;
  readonly external_id: string;
  readonly bot_id: string;
  readonly name: string;
  readonly state: ChannelPageState;
  readonly key_id: string | null;
  readonly tokens: Buffer | null;
  readonly token_number: number;
  readonly token_expires_at: Date | null;
}

const pageColumns = sql`id, platform, external_id, bot_id, name, state, key_id, tokens, token_number, token_expires_at`;

export async function findPage(db: Executor, id: string): Promise<PageRow | undefined> {
  const { rows } = await sql<PageRow>`select ${pageColumns} from channel_pages where id = ${id}`.execute(db);
  return rows[0];
}

/** Returns the page and locks it until the transaction ends. */
export async function lockPage(tx: Executor, id: string): Promise<PageRow | undefined> {
  const { rows } = await sql<PageRow>`
    select ${pageColumns} from channel_pages where id = ${id} for update`.execute(tx);
  return rows[0];
}

/**
 * Returns the pages with these ids of the platform that are joined to a bot, including disconnected pages. Locks the
 * pages.
 */
export async function lockPagesByExternalIds(
  tx: Executor,
  platform: OutsidePlatform,
  externalIds: readonly string[],
): Promise<PageRow[]> {
  const { rows } = await sql<PageRow>`
    select ${pageColumns} from channel_pages
    where platform = ${platform} and external_id = any(${externalIds}::text[])
    order by id for update`.execute(tx);
  return rows;
}

/** Returns the bots to which these pages are joined now. */
export async function listBotsOfPages(
  db: Executor,
  platform: OutsidePlatform,
  externalIds: readonly string[],
): Promise<{ external_id: string; id: string; name: string }[]> {
  const { rows } = await sql<{ external_id: string; id: string; name: string }>`
    select p.external_id, b.id, b.name from channel_pages p join bots b on b.id = p.bot_id and b.removed_at is null
    where p.platform = ${platform} and p.external_id = any(${externalIds}::text[]) and p.state <> 'DISCONNECTED'`.execute(
    db,
  );
  return rows;
}

export interface JoinedPage {
  readonly id: string;
  readonly platform: OutsidePlatform;
  readonly externalId: string;
  readonly botId: string;
  readonly name: string;
  readonly encryptedTokens: EncryptedSecret;
  readonly tokenExpiresAt: Date | null;
}

/** Joins a page to a bot, or connects it again. */
export async function upsertPage(tx: Executor, page: JoinedPage): Promise<void> {
  const { id, platform, externalId, botId, name, encryptedTokens, tokenExpiresAt } = page;
  await sql`
    insert into channel_pages (id, platform, external_id, bot_id, name, state, key_id, tokens, token_expires_at)
    values (${id}, ${platform}, ${externalId}, ${botId}, ${name}, 'CONNECTED', ${encryptedTokens.key_id}, ${encryptedTokens.value},
      ${tokenExpiresAt})
    on conflict (platform, external_id) do update set bot_id = excluded.bot_id, name = excluded.name,
      state = 'CONNECTED', key_id = excluded.key_id, tokens = excluded.tokens,
      token_expires_at = excluded.token_expires_at, token_number = channel_pages.token_number + 1,
      last_error = null`.execute(tx);
}

export async function updatePageTokens(
  tx: Executor,
  id: string,
  encryptedTokens: EncryptedSecret,
  tokenExpiresAt: Date | null,
): Promise<void> {
  await sql`
    update channel_pages set key_id = ${encryptedTokens.key_id}, tokens = ${encryptedTokens.value}, token_expires_at = ${tokenExpiresAt},
      token_number = token_number + 1
    where id = ${id}`.execute(tx);
}

export async function updatePageState(tx: Executor, id: string, state: ChannelPageState): Promise<void> {
  await sql`
    update channel_pages set state = ${state},
      key_id = case when ${state} = 'DISCONNECTED' then null else key_id end,
      tokens = case when ${state} = 'DISCONNECTED' then null else tokens end,
      token_expires_at = case when ${state} = 'DISCONNECTED' then null else token_expires_at end
    where id = ${id}`.execute(tx);
}

/**
 * Stores the last error of a page, unless an error with the same code is stored already. Null removes the stored error.
 * Returns whether the stored error has changed.
 */
export async function updatePageError(
  db: Executor,
  id: string,
  error: ChannelProblem | null,
): Promise<boolean> {
  const value = error && toJson(error);
  const { numAffectedRows } = await sql`
    update channel_pages set last_error = ${value}::jsonb
    where id = ${id} and (last_error ->> 'code' is distinct from ${error?.code ?? null})`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
}

export interface ListedPage extends Omit<PageRow, "key_id" | "tokens" | "token_number"> {
  readonly bot_name: string;
  readonly bot_answers: boolean;
  readonly part: "OWNER" | "EDITOR" | "AGENT" | null;
  readonly last_event_at: Date | null;
  readonly last_error: ChannelProblem | null;
  readonly unknown_count: number;
  readonly queued_count: number;
}

const listedPagesQuery = sql`
  select p.id, p.platform, p.external_id, p.bot_id, p.name, p.state, p.token_expires_at, p.last_event_at,
    p.last_error, p.unknown_count::float8 as unknown_count, b.name as bot_name,
    p.platform = any(b.platforms) as bot_answers,
    (select count(*)::int from channel_sends s where s.page_id = p.id and s.state in ('QUEUED', 'SENDING'))
      as queued_count`;

/** Returns the pages of the bots that a person works on. Admins get the pages of all bots. */
export async function listPages(
  db: Executor,
  { userId, isAdmin }: { userId: string; isAdmin: boolean },
  limit: number,
): Promise<ListedPage[]> {
  const { rows } = await sql<ListedPage>`
    ${listedPagesQuery}, w.part from channel_pages p
    join bots b on b.id = p.bot_id and b.removed_at is null
    left join bot_people w on w.bot_id = b.id and w.user_id = ${userId}
    where ${isAdmin} or w.user_id is not null
    order by p.state = 'DISCONNECTED', p.platform, p.name, p.id limit ${limit}`.execute(db);
  return rows;
}
