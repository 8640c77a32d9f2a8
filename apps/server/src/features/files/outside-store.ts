import type { StoredFile } from "@kakehashi/contract/files";
import type { MissingFileReason } from "@kakehashi/contract/outside-message-extras";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

/** Days until a stranger's file that no conversation uses is deleted. */
const retentionDays = 30;

/** Identifies a file that an outside person sent, by its message and its position in the message. */
export interface OutsideFileKey {
  readonly fileId: string;
  readonly messageClientId: string;
  readonly position: number;
  /** The maker of the bot that received the file. The files of all bots of one maker share a limit. */
  readonly botMakerId: string;
}

export interface OutsideFileRow {
  readonly id: string;
  readonly client_id: string;
  readonly position: number;
  readonly state: "PENDING" | "STORED" | "FAILED";
  /**
   * The file's name. Null if the platform sent the file without a name and its bytes are not stored, because they are
   * still awaited or could not be fetched.
   */
  readonly name: string | null;
  /** Why the file could not be fetched. Null if it was fetched, and in old rows, which have no reason. */
  readonly reason: DownloadFailureReason | null;
}
export type DownloadFailureReason = Exclude<MissingFileReason, "TOO_MANY">;

type StoredOutsideFile = OutsideFileRow &
  StoredFile & {
    readonly small_size: number | null;
    readonly medium_size: number | null;
    readonly created_at: Date;
  };

const outsideFileColumns = sql`id, client_id, position, state, name, reason, type, category, size::float8 as size, width, height, small_size,
  medium_size, created_at`;

/** Inserts the row of a file before its bytes are stored. */
export async function insertPendingOutsideFile(
  db: Executor,
  { fileId, messageClientId, position, botMakerId }: OutsideFileKey,
  name: string | null,
): Promise<void> {
  await sql`
    insert into outside_files (id, client_id, position, maker_id, name)
    values (${fileId}, ${messageClientId}, ${position}, ${botMakerId}, ${name}) on conflict do nothing`.execute(
    db,
  );
}

export async function markOutsideFileStored(
  db: Executor,
  file: StoredFile & Pick<StoredOutsideFile, "small_size" | "medium_size">,
): Promise<void> {
  await sql`
    update outside_files set state = 'STORED', name = ${file.name}, type = ${file.type}, category = ${file.category},
      size = ${file.size}, width = ${file.width}, height = ${file.height}, small_size = ${file.small_size},
      medium_size = ${file.medium_size}
    where id = ${file.id} and state <> 'STORED'`.execute(db);
}

export async function markOutsideFileFailed(
  db: Executor,
  id: string,
  reason: DownloadFailureReason,
): Promise<void> {
  await sql`
    update outside_files set state = 'FAILED', reason = ${reason}
    where id = ${id} and state = 'PENDING'`.execute(db);
}

/** Reads the files of these messages, in their order in each message. */
export async function listOutsideFilesOfMessages(
  db: Executor,
  messageClientIds: readonly string[],
): Promise<(OutsideFileRow & Partial<StoredOutsideFile>)[]> {
  const { rows } = await sql<OutsideFileRow & Partial<StoredOutsideFile>>`
    select ${outsideFileColumns} from outside_files where client_id = any(${messageClientIds}::uuid[])
    order by client_id, position`.execute(db);
  return rows;
}

/**
 * Marks the stored files of these messages as adopted and returns them, in their order in each message. The caller adds
 * them to a conversation. Files that are already adopted are left out, so no other conversation can use them.
 */
export async function markOutsideFilesAdopted(
  tx: Executor,
  messageClientIds: readonly string[],
): Promise<StoredOutsideFile[]> {
  const { rows } = await sql<StoredOutsideFile>`
    with taken as (
      update outside_files set adopted_at = now()
      where client_id = any(${messageClientIds}::uuid[]) and state = 'STORED' and adopted_at is null returning *)
    select ${outsideFileColumns} from taken order by client_id, position`.execute(tx);
  return rows;
}

/** Finds a file whose bytes are stored. It may not belong to a conversation yet. */
export async function findStoredOutsideFile(
  db: Executor,
  id: string,
): Promise<StoredOutsideFile | undefined> {
  const { rows } = await sql<StoredOutsideFile>`
    select ${outsideFileColumns} from outside_files o
    where id = ${id} and state = 'STORED'
      and (adopted_at is null or exists (select from files f where f.id = o.id and f.removed_at is null))`.execute(
    db,
  );
  return rows[0];
}

export async function sumOutsideFileBytes(db: Executor, makerId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::float8 as bytes from outside_files where maker_id = ${makerId}`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}

/**
 * Returns the ids of files to delete: files that no conversation has used within `retentionDays`, and files whose
 * conversation or message was deleted.
 */
export async function listUnusedOutsideFileIds(db: Executor, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from outside_files o
    where (adopted_at is null and created_at < now() - make_interval(days => ${retentionDays}))
      or (adopted_at is not null and not exists (select from files f where f.id = o.id))
    limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Makes a file unreadable before its bytes are deleted. Returns false if a conversation uses the file now. */
export async function makeOutsideFileUnreadable(db: Executor, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update outside_files set state = 'FAILED'
    where id = ${id} and not exists (select from files f where f.id = ${id})`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
}

export async function deleteOutsideFileRow(db: Executor, id: string): Promise<void> {
  await sql`delete from outside_files where id = ${id}`.execute(db);
}
