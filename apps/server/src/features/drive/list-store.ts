import type { DriveEntry, DriveQuery } from "@kakehashi/contract/drive";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { foldText } from "../../kit/text/fold.ts";
import { type DriveEntryRow, driveEntryColumns, toDriveEntry } from "./store.ts";

const escapeLikeWildcards = (text: string) => text.replace(/[\\%_]/g, "\\$&");

function entryListCondition(userId: string, query: DriveQuery): RawBuilder<unknown> {
  const searchWords = foldText(query.search ?? "")
    .split(/\s+/)
    .filter((word) => word !== "");
  const listConditions = [sql`e.user_id = ${userId}`];
  if (query.trash === "1") listConditions.push(sql`e.trashed_with = e.id`);
  else listConditions.push(sql`e.trashed_at is null`);
  if (query.kind === "folder") listConditions.push(sql`e.file_id is null`);
  if (searchWords.length > 0)
    for (const word of searchWords)
      listConditions.push(sql`e.folded_name like ${`%${escapeLikeWildcards(word)}%`}`);
  else if (query.trash === "0")
    listConditions.push(sql`e.folder_id is not distinct from ${query.folder_id ?? null}::uuid`);
  return sql.join(listConditions, sql` and `);
}

export async function listEntries(
  db: Executor,
  userId: string,
  query: DriveQuery,
): Promise<{ data: DriveEntry[]; total: number }> {
  const direction = query.order === "asc" ? sql`asc` : sql`desc`;
  const orderByName = sql`e.sort_name ${query.sort === "name" ? direction : sql`asc`}, e.id`;
  const order = {
    name: orderByName,
    size: sql`coalesce(f.size, 0) ${direction}, ${orderByName}`,
    changed: sql`e.changed_at ${direction}, ${orderByName}`,
  }[query.sort];
  const condition = entryListCondition(userId, query);
  // The trash shows the latest deletion first, because people most often look for what they have just deleted.
  const firstSortColumn = query.trash === "1" ? sql`e.trashed_at desc` : sql`(e.file_id is not null)`;
  const { rows } = await sql<DriveEntryRow>`
    select ${driveEntryColumns} from drive_entries e left join files f on f.id = e.file_id
    where ${condition} order by ${firstSortColumn}, ${order}
    limit ${query.paging} offset ${(query.page - 1) * query.paging}`.execute(db);
  const { rows: countRows } = await sql<{ total: number }>`
    select count(*)::int as total from drive_entries e where ${condition}`.execute(db);
  return { data: rows.map(toDriveEntry), total: countRows[0]?.total ?? 0 };
}

export interface ExportedDriveEntry {
  id: string;
  /** The entry's path: the names of its folders and its own name, joined by `/`. Names cannot contain `/`. */
  path: string;
  /** The file's MIME type. Null for a folder. */
  type: string | null;
  created_at: Date;
  changed_at: Date;
  trashed_at: Date | null;
}

/** Returns all files and folders of a person, with their paths. */
export async function listEntriesForExport(db: Executor, userId: string): Promise<ExportedDriveEntry[]> {
  const { rows } = await sql<ExportedDriveEntry>`
    with recursive placed as (
      select e.id, e.name as path from drive_entries e where e.user_id = ${userId} and e.folder_id is null
      union all
      select e.id, p.path || '/' || e.name from drive_entries e join placed p on e.folder_id = p.id
    )
    select e.id, p.path, f.type, e.created_at, e.changed_at, e.trashed_at
    from placed p join drive_entries e on e.id = p.id left join files f on f.id = e.file_id
    order by p.path, e.id`.execute(db);
  return rows;
}
