import { type Kysely, sql } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Storage } from "../../kit/storage/storage.ts";

/**
 * Number of days for which an unused picture is kept, because an open browser tab may still show it. The days count
 * from the first nightly check that finds the picture unused.
 */
export const unusedPictureDays = 30;

/** Maximum number of pictures that one night's job deletes. The next nights delete the others. */
const maximumDeletedPerNight = 10_000;

/** Returns the storage key of a picture's bytes. */
export const createPictureKey = (id: string) => `previews/${id}`;

/**
 * Inserts the picture's row before the bytes are stored, so that the clean-up finds an interrupted upload. Returns
 * false if all pictures together would exceed `maximumBytes`.
 */
export async function addPicture(
  db: Kysely<DB>,
  { id, size }: { id: string; size: number },
  maximumBytes: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into preview_pictures (id, size) select ${id}, ${size}
    where (select coalesce(sum(size), 0) from preview_pictures) + ${size} <= ${maximumBytes} returning id`.execute(
    db,
  );
  return rows.length > 0;
}

/** Returns the size of a picture's bytes, or null if it is not known yet. Undefined if there is no such picture. */
export function findPicture(db: Kysely<DB>, id: string): Promise<{ size: number | null } | undefined> {
  return db.selectFrom("preview_pictures").select("size").where("id", "=", id).executeTakeFirst();
}

/**
 * Deletes pictures that no message has shown for a long time. After a page is read, its picture counts as used for
 * `daysAfterReading` days, because a new message may show it. Deletes the bytes before the row, so that an interrupted
 * deletion is repeated the next night. Returns the number of deleted pictures.
 */
export async function deleteUnusedPictures(
  db: Kysely<DB>,
  storage: Storage,
  daysAfterReading: number,
): Promise<number> {
  await sql`
    with shown as materialized (
      select picture_id as id from message_preview_pictures
      union
      select image_id from link_previews
      where image_id is not null and fetched_at > now() - make_interval(days => ${daysAfterReading})
    )
    update preview_pictures p
    set unused_since = case when shown.id is null then now() end
    from preview_pictures q left join shown using (id)
    where p.id = q.id and (p.unused_since is null) <> (shown.id is not null)`.execute(db);
  const unusedPictures = await db
    .selectFrom("preview_pictures")
    .select("id")
    .where("unused_since", "<", sql<Date>`now() - make_interval(days => ${unusedPictureDays})`)
    .limit(maximumDeletedPerNight)
    .execute();
  if (unusedPictures.length === 0) return 0;
  const ids = unusedPictures.map(({ id }) => id);
  await storage.remove(ids.map(createPictureKey));
  await db.deleteFrom("preview_pictures").where("id", "in", ids).execute();
  return ids.length;
}
