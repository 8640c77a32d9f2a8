import type { LinkPreview } from "@kakehashi/contract/previews";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { toJson } from "../../kit/db/json.ts";

/** The stored result for an address. Undefined if it was never read, or too long ago. */
export async function findKnown(
  db: Executor,
  url: string,
  lifetimes: { foundDays: number; emptyHours: number },
): Promise<{ found: LinkPreview | null } | undefined> {
  const { rows } = await sql<{ found: LinkPreview | null }>`
    select found from link_previews
    where url = ${url} and fetched_at > now() - case when found is null
      then make_interval(hours => ${lifetimes.emptyHours}) else make_interval(days => ${lifetimes.foundDays}) end`.execute(
    db,
  );
  return rows[0];
}

export async function savePreview(
  db: Executor,
  url: string,
  found: LinkPreview | null,
  imageId: string | null,
): Promise<void> {
  await sql`
    insert into link_previews (url, found, image_id)
    values (${url}, ${found === null ? null : toJson(found)}::jsonb, ${imageId})
    on conflict (url) do update set found = excluded.found, image_id = excluded.image_id, fetched_at = now()`.execute(
    db,
  );
}
