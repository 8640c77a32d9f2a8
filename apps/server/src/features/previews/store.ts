import type { LinkPreview } from "@kakehashi/contract/previews";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { toJson } from "../../kit/db/json.ts";

interface PreviewLifetimes {
  readonly foundDays: number;
  readonly emptyHours: number;
}

const isPreviewFresh = ({ foundDays, emptyHours }: PreviewLifetimes) => sql`
  fetched_at > now() - case when found is null
    then make_interval(hours => ${emptyHours}) else make_interval(days => ${foundDays}) end`;

/** Returns the stored preview of a URL. Undefined if the URL was never read or the result is too old. */
export async function findStoredPreview(
  db: Executor,
  url: string,
  lifetimes: PreviewLifetimes,
): Promise<{ found: LinkPreview | null } | undefined> {
  const { rows } = await sql<{ found: LinkPreview | null }>`
    select found from link_previews where url = ${url} and ${isPreviewFresh(lifetimes)}`.execute(db);
  return rows[0];
}

/** Deletes previews that are too old for `findStoredPreview`. Messages keep their own copies of previews. */
export async function deleteOutdatedPreviews(db: Executor, lifetimes: PreviewLifetimes): Promise<void> {
  await sql`delete from link_previews where not (${isPreviewFresh(lifetimes)})`.execute(db);
}

export async function savePreview(
  db: Executor,
  url: string,
  foundPreview: LinkPreview | null,
  imageId: string | null,
): Promise<void> {
  await sql`
    insert into link_previews (url, found, image_id)
    values (${url}, ${foundPreview === null ? null : toJson(foundPreview)}::jsonb, ${imageId})
    on conflict (url) do update set found = excluded.found, image_id = excluded.image_id, fetched_at = now()`.execute(
    db,
  );
}
