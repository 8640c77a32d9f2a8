import type { StoredFile } from "@kakehashi/contract/files";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

const botFileColumns = sql`id, name, type, category, size::float8 as size, width, height`;

/**
 * Makes a person's unsent file a bot's file. The bytes stay where they are. Undefined if the person has no such file.
 */
export async function convertToBotFile(
  tx: Executor,
  { userId, id, key }: { userId: string; id: string; key: string },
): Promise<StoredFile | undefined> {
  const { rows } = await sql<StoredFile>`
    with taken as (
      delete from files where id = ${id} and user_id = ${userId} and message_id is null and project_id is null
        and not in_drive and removed_at is null returning *)
    insert into bot_files (id, key, user_id, name, type, category, size, width, height, small_size, medium_size)
    select id, ${key}, user_id, name, type, category, size, width, height, small_size, medium_size from taken
    returning ${botFileColumns}`.execute(tx);
  return rows[0];
}

/** Records that a bot uses these files. Returns the keys of those that exist. */
export async function insertBotFileUses(
  tx: Executor,
  botId: string,
  storageKeys: readonly string[],
): Promise<string[]> {
  // The lock on the file rows prevents the deletion of the files until the transaction ends.
  const { rows } = await sql<{ id: string; key: string }>`
    select id, key from bot_files where key = any(${storageKeys}::text[]) and removed_at is null
    order by id for key share`.execute(tx);
  await sql`
    insert into bot_file_uses (bot_id, file_id)
    select ${botId}, id from unnest(${rows.map(({ id }) => id)}::uuid[]) id on conflict do nothing`.execute(
    tx,
  );
  return rows.map(({ key }) => key);
}

export async function findBotFileByKey(db: Executor, key: string): Promise<StoredFile | undefined> {
  const { rows } = await sql<StoredFile>`
    select ${botFileColumns} from bot_files where key = ${key} and removed_at is null`.execute(db);
  return rows[0];
}

/** Marks the files that no bot uses as removed, so that nobody can read them. */
export async function markUnusedBotFilesRemoved(db: Executor): Promise<void> {
  await sql`
    update bot_files f set removed_at = now() where f.removed_at is null and f.id in (
      select o.id from bot_files o where o.removed_at is null
        and not exists (select from bot_file_uses u where u.file_id = o.id)
      limit 1000 for update skip locked)
      and not exists (select from bot_file_uses u where u.file_id = f.id)`.execute(db);
}

export async function listRemovedBotFileIds(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from bot_files where removed_at is not null limit 1000`.execute(db);
  return rows.map(({ id }) => id);
}

export async function deleteRemovedBotFileRow(db: Executor, id: string): Promise<void> {
  await sql`delete from bot_files where id = ${id} and removed_at is not null`.execute(db);
}
