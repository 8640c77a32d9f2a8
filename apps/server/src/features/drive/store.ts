import type { DriveEntry, DrivePathFolder } from "@kakehashi/contract/drive";
import { createDriveNameKey } from "@kakehashi/contract/drive-names";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { foldText } from "../../kit/text/fold.ts";

/** Numbers in names are padded to this many digits in the sort key, so that `plan 9` comes before `plan 10`. */
const sortKeyDigits = 12;
const createSortKey = (name: string) =>
  foldText(name).replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, "").padStart(sortKeyDigits, "0"));

/** Returns the database columns that are computed from the name of a drive entry. */
const nameColumnsOf = (name: string) => ({
  name,
  name_key: createDriveNameKey(name),
  folded_name: foldText(name),
  sort_name: createSortKey(name),
});

export interface DriveEntryRow extends Omit<DriveEntry, "created_at" | "changed_at" | "trashed_at"> {
  created_at: Date;
  changed_at: Date;
  trashed_at: Date | null;
  trashed_with: string | null;
}

/**
 * An entry of a drive. `trashed_with` is the id of the entry that somebody moved to the trash: this entry itself, or a
 * folder that contained it. Null if the entry is not in the trash.
 */
export interface DriveEntryWithTrashOrigin extends DriveEntry {
  trashed_with: string | null;
}

export const driveEntryColumns = sql`e.id, e.folder_id, e.name, e.created_at, e.changed_at, e.trashed_at, e.trashed_with,
  (select o.name from drive_entries o where o.id = e.folder_id) as folder_name,
  case when f.id is not null then json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'category', f.category,
    'size', f.size, 'width', f.width, 'height', f.height) end as file`;

export const toDriveEntry = ({
  created_at,
  changed_at,
  trashed_at,
  trashed_with: _,
  ...row
}: DriveEntryRow): DriveEntry => ({
  ...row,
  created_at: created_at.toISOString(),
  changed_at: changed_at.toISOString(),
  trashed_at: trashed_at?.toISOString() ?? null,
});

/** Locks a drive until the transaction ends, so that its changes run one after the other. */
export async function lockDrive(tx: Executor, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`drive ${userId}`}, 0))`.execute(tx);
}

/** Returns an entry as its owner sees it. */
export async function findDriveEntry(
  db: Executor,
  userId: string,
  id: string,
): Promise<DriveEntry | undefined> {
  const foundEntry = await findEntryWithTrashOrigin(db, userId, id);
  if (!foundEntry) return undefined;
  const { trashed_with: _, ...entry } = foundEntry;
  return entry;
}

export async function findEntryWithTrashOrigin(
  db: Executor,
  userId: string,
  id: string,
): Promise<DriveEntryWithTrashOrigin | undefined> {
  const { rows } = await sql<DriveEntryRow>`
    select ${driveEntryColumns} from drive_entries e left join files f on f.id = e.file_id
    where e.user_id = ${userId} and e.id = ${id}`.execute(db);
  const [row] = rows;
  return row && { ...toDriveEntry(row), trashed_with: row.trashed_with };
}

/** Returns the path to a folder: the outermost folder first, the folder itself last. */
export async function findFolderPath(db: Executor, folderId: string | null): Promise<DrivePathFolder[]> {
  if (folderId === null) return [];
  const { rows } = await sql<DrivePathFolder>`
    with recursive path as (
      select id, folder_id, name, 0 as step from drive_entries where id = ${folderId}
      union all
      select e.id, e.folder_id, e.name, p.step + 1 from drive_entries e join path p on e.id = p.folder_id
    )
    select id, name from path order by step desc`.execute(db);
  return rows;
}

/**
 * Selects an entry and everything inside it that fulfils `condition`. The column `step` is the number of folder levels
 * below that entry: 0 for the entry itself.
 */
const selectSubtree = (id: string, condition: RawBuilder<unknown>) => sql`
  recursive tree as (
    select e.id, 0 as step from drive_entries e where e.id = ${id} and ${condition}
    union all
    select e.id, t.step + 1 from drive_entries e join tree t on e.folder_id = t.id where ${condition}
  )`;

/** Returns how many levels of folders an entry has: 0 for a file, 1 for a folder without subfolders. */
export async function countFolderLevelsOfSubtree(
  db: Executor,
  entry: DriveEntryWithTrashOrigin,
): Promise<number> {
  if (entry.file) return 0;
  const condition = entry.trashed_with
    ? sql`e.trashed_with = ${entry.trashed_with}`
    : sql`e.trashed_at is null`;
  const { rows } = await sql<{ height: number }>`
    with ${selectSubtree(entry.id, sql`${condition} and e.file_id is null`)}
    select max(step) + 1 as height from tree`.execute(db);
  return rows[0]?.height ?? 1;
}

export async function countEntries(db: Executor, userId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from drive_entries where user_id = ${userId}`.execute(db);
  return rows[0]?.total ?? 0;
}

/**
 * Returns which of the given names other entries in the folder already have, as normalised names (`name_key`). Ignores
 * the entry `movedEntryId`.
 */
export async function listTakenNameKeys(
  db: Executor,
  {
    userId,
    folderId,
    movedEntryId,
  }: { userId: string; folderId: string | null; movedEntryId: string | null },
  names: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ name_key: string }>`
    select name_key from drive_entries
    where user_id = ${userId} and coalesce(folder_id, '00000000-0000-0000-0000-000000000000')
        = coalesce(${folderId}::uuid, '00000000-0000-0000-0000-000000000000')
      and md5(name_key) in (select md5(k) from unnest(${names.map(createDriveNameKey)}::text[]) k)
      and trashed_at is null and id is distinct from ${movedEntryId}::uuid`.execute(db);
  return new Set(rows.map(({ name_key }) => name_key));
}

export async function insertDriveEntry(
  tx: Executor,
  entry: { id: string; userId: string; folderId: string | null; isFile: boolean; name: string },
): Promise<void> {
  await tx
    .insertInto("drive_entries")
    .values({
      id: entry.id,
      user_id: entry.userId,
      folder_id: entry.folderId,
      file_id: entry.isFile ? entry.id : null,
      ...nameColumnsOf(entry.name),
    })
    .execute();
}

export async function changeEntry(
  tx: Executor,
  id: string,
  changes: { name: string; folder_id: string | null; isRenamed: boolean },
): Promise<void> {
  await tx
    .updateTable("drive_entries")
    .set({
      ...nameColumnsOf(changes.name),
      folder_id: changes.folder_id,
      ...(changes.isRenamed && { changed_at: new Date() }),
    })
    .where("id", "=", id)
    .execute();
}

/** Moves an entry to the trash, with everything inside it. */
export async function moveEntryToTrash(tx: Executor, id: string): Promise<void> {
  await sql`with ${selectSubtree(id, sql`e.trashed_at is null`)}
    update drive_entries e set trashed_at = now(), trashed_with = ${id} from tree t where e.id = t.id`.execute(
    tx,
  );
}

/** Restores an entry from the trash, with everything that was moved to the trash with it. */
export async function restoreEntry(
  tx: Executor,
  id: string,
  restoredLocation: { name: string; folderId: string | null },
): Promise<void> {
  await tx
    .updateTable("drive_entries")
    .set({ ...nameColumnsOf(restoredLocation.name), folder_id: restoredLocation.folderId })
    .where("id", "=", id)
    .execute();
  await tx
    .updateTable("drive_entries")
    .set({ trashed_at: null, trashed_with: null })
    .where("trashed_with", "=", id)
    .execute();
}

/**
 * Deletes the entries `ids` from the trash, with everything that was moved there together with them. Deletes the whole
 * trash if `ids` is null. Returns the ids of all deleted files. `count` is the number of entries that were moved to the
 * trash themselves, without the contents of folders.
 */
export async function deleteTrashedEntries(
  tx: Executor,
  userId: string,
  ids: readonly string[] | null,
): Promise<{ count: number; fileIds: string[] }> {
  const { rows } = await sql<{ id: string; file_id: string | null; trashed_with: string }>`
    delete from drive_entries where user_id = ${userId} and trashed_at is not null
      and (${ids}::uuid[] is null or trashed_with = any(${ids}::uuid[]))
    returning id, file_id, trashed_with`.execute(tx);
  return {
    count: rows.filter(({ id, trashed_with }) => id === trashed_with).length,
    fileIds: rows.flatMap(({ file_id }) => file_id ?? []),
  };
}

/** Returns entries that have been in the trash for this many days, grouped by person. */
export async function listExpiredTrash(
  db: Executor,
  days: number,
  limit: number,
): Promise<{ user_id: string; ids: string[] }[]> {
  const { rows } = await sql<{ user_id: string; ids: string[] }>`
    select user_id, array_agg(id) as ids from (
      select user_id, id from drive_entries
      where trashed_at < now() - make_interval(days => ${days}) and trashed_with = id
      order by trashed_at limit ${limit}) due
    group by user_id`.execute(db);
  return rows;
}
