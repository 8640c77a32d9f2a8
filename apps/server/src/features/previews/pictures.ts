import { type Kysely, sql } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Storage } from "../../kit/storage/storage.ts";

/** Days that a picture no message shows is kept, counted from the first night it was found unused: a page may be open still. */
export const unusedDays = 30;

/** Pictures removed in one night: what is more waits for the next. */
const maximumPerNight = 10_000;

/** Where a picture's bytes are in the storage. */
export const pictureKey = (id: string) => `previews/${id}`;

/** Its row first: what breaks on the way to the storage is found by it. */
export function addPicture(db: Kysely<DB>, id: string, size: number) {
  return db.insertInto("preview_pictures").values({ id, size }).execute();
}

/** Undefined where there is none; a size of null is not known. */
export function findPicture(db: Kysely<DB>, id: string): Promise<{ size: number | null } | undefined> {
  return db.selectFrom("preview_pictures").select("size").where("id", "=", id).executeTakeFirst();
}

/**
 * Removes the pictures that no message has shown for long, their bytes first: a night that breaks is made up for by the
 * next. While its page counts as read, for `daysFound`, a picture may be shown any moment, and is not unused. Answers how
 * many.
 */
export async function prunePictures(db: Kysely<DB>, storage: Storage, daysFound: number): Promise<number> {
  await sql`
    with shown as materialized (
      select picture_id as id from message_preview_pictures
      union
      select image_id from link_previews
      where image_id is not null and fetched_at > now() - make_interval(days => ${daysFound})
    )
    update preview_pictures p
    set unused_since = case when shown.id is null then now() end
    from preview_pictures q left join shown using (id)
    where p.id = q.id and (p.unused_since is null) <> (shown.id is not null)`.execute(db);
  const unused = await db
    .selectFrom("preview_pictures")
    .select("id")
    .where("unused_since", "<", sql<Date>`now() - make_interval(days => ${unusedDays})`)
    .limit(maximumPerNight)
    .execute();
  if (unused.length === 0) return 0;
  const ids = unused.map(({ id }) => id);
  await storage.remove(ids.map(pictureKey));
  await db.deleteFrom("preview_pictures").where("id", "in", ids).execute();
  return ids.length;
}
