import { type Kysely, sql } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";

/**
 * Days that a picture no post shows is kept: it may be pasted into the next one, or be on a page that somebody still
 * has open. Counted from the first night it was found unused, not from its upload.
 */
export const keptUnused = 30;

/**
 * Deletes the pictures that no post, draft or published, has shown for long, nor one of the addresses `shownElsewhere`;
 * answers how many.
 */
export async function prunePictures(db: Kysely<DB>, shownElsewhere: readonly string[]): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await sql`
      with shown as materialized (
        select distinct found[1] as name from blog_posts,
          regexp_matches(source_en || ' ' || source_vi, '/api/blog/pictures/([[:alnum:]-]+[.]webp)', 'g') found
        union
        select substring(address from '[^/]+$') from unnest(${shownElsewhere}::text[]) address
      )
      update blog_pictures p
      set unused_since = case when shown.name is null then now() end
      from blog_pictures q left join shown using (name)
      where p.name = q.name and (p.unused_since is null) <> (shown.name is not null)`.execute(tx);
    const { numDeletedRows } = await tx
      .deleteFrom("blog_pictures")
      .where("unused_since", "<", sql<Date>`now() - make_interval(days => ${keptUnused})`)
      .executeTakeFirst();
    return Number(numDeletedRows);
  });
}
