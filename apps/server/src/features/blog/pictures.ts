import { type Kysely, sql } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";

/**
 * Days until an unused picture is deleted. Somebody may still paste the picture into a post or see it on an open page.
 * The days count from the first nightly check that finds the picture unused.
 */
export const unusedPictureDays = 30;

/**
 * Deletes pictures that were unused for too long: pictures that no post shows and that `picturesUsedElsewhere` does not
 * contain. Returns the number of deleted pictures.
 */
export async function deleteUnusedPictures(
  db: Kysely<DB>,
  picturesUsedElsewhere: readonly string[],
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await sql`
      with shown as materialized (
        select distinct found[1] as name from blog_posts,
          regexp_matches(source_en || ' ' || source_vi, '/api/blog/pictures/([[:alnum:]-]+[.]webp)', 'g') found
        union
        select substring(address from '[^/]+$') from unnest(${picturesUsedElsewhere}::text[]) address
      )
      update blog_pictures p
      set unused_since = case when shown.name is null then now() end
      from blog_pictures q left join shown using (name)
      where p.name = q.name and (p.unused_since is null) <> (shown.name is not null)`.execute(tx);
    const { numDeletedRows } = await tx
      .deleteFrom("blog_pictures")
      .where("unused_since", "<", sql<Date>`now() - make_interval(days => ${unusedPictureDays})`)
      .executeTakeFirst();
    return Number(numDeletedRows);
  });
}
