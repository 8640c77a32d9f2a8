import type { LinkPreview } from "@kakehashi/contract/previews";
import { type Kysely, sql } from "kysely";
import { toJson } from "../../kit/db/json.ts";
import type { DB } from "../../kit/db/schema.generated.ts";

type Executor = Kysely<DB>;

/** What is known of an address; nothing where it was never read, or too long ago. */
export async function findKnown(
  db: Executor,
  url: string,
  lasts: { daysFound: number; hoursEmpty: number },
): Promise<{ found: LinkPreview | null } | undefined> {
  const { rows } = await sql<{ found: LinkPreview | null }>`
    select found from link_previews
    where url = ${url} and fetched_at > now() - case when found is null
      then make_interval(hours => ${lasts.hoursEmpty}) else make_interval(days => ${lasts.daysFound}) end`.execute(
    db,
  );
  return rows[0];
}

export async function keep(
  db: Executor,
  url: string,
  found: LinkPreview | null,
  image: { id: string; size: number } | null,
): Promise<void> {
  await sql`
    insert into link_previews (url, found, image_id, image_size)
    values (${url}, ${found === null ? null : toJson(found)}::jsonb, ${image?.id ?? null}, ${image?.size ?? null})
    on conflict (url) do update set found = excluded.found, image_id = excluded.image_id,
      image_size = excluded.image_size, fetched_at = now()`.execute(db);
}

export async function findImageSize(db: Executor, id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("link_previews")
    .select("image_size")
    .where("image_id", "=", id)
    .executeTakeFirst();
  return row?.image_size ?? undefined;
}
