import type { PostOrder } from "@kakehashi/contract/blog";
import type { PostState } from "@kakehashi/contract/blog-editing";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { offsetOf } from "../../kit/http/list-bytes.ts";

const postColumns = [
  "id",
  "slug",
  "cover",
  "author",
  "source_en",
  "source_vi",
  "published_at",
  "updated_at",
  "views",
] as const;

export interface PostRow {
  id: string;
  slug: string;
  cover: string;
  author: string;
  source_en: string;
  source_vi: string;
  published_at: Date | null;
  updated_at: Date;
  views: number;
}

const isPublished = sql<boolean>`published_at <= now()`;

export async function listPublishedPosts(
  db: Executor,
  { order, page, paging }: { order: PostOrder; page: number; paging: number },
): Promise<PostRow[]> {
  let query = db.selectFrom("blog_posts").select(postColumns).where(isPublished);
  if (order === "most_viewed") query = query.orderBy("views", "desc");
  return query
    .orderBy("published_at", "desc")
    .orderBy("id")
    .limit(paging)
    .offset(offsetOf({ page, paging }))
    .execute();
}

export async function countPublishedPosts(db: Executor): Promise<number> {
  const { total } = await db
    .selectFrom("blog_posts")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where(isPublished)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Finds a post by its current slug or by a former slug. */
export function findPublishedPostBySlug(db: Executor, slug: string): Promise<PostRow | undefined> {
  return db
    .selectFrom("blog_posts")
    .select(postColumns)
    .where("id", "=", (eb) => eb.selectFrom("blog_slugs").select("post_id").where("slug", "=", slug))
    .where(isPublished)
    .executeTakeFirst();
}

export function findPublishedPostById(db: Executor, id: string): Promise<PostRow | undefined> {
  return db
    .selectFrom("blog_posts")
    .select(postColumns)
    .where("id", "=", id)
    .where(isPublished)
    .executeTakeFirst();
}

/** A blog post with the fields that only the blog's writers see. */
export interface EditorPostRow extends PostRow {
  version: number;
  changed_by: string | null;
}

function selectEditorPosts(db: Executor) {
  return db
    .selectFrom("blog_posts")
    .select(postColumns)
    .select("version")
    .select((eb) =>
      eb
        .selectFrom("users")
        .select("name")
        .whereRef("users.id", "=", "blog_posts.changed_by")
        .as("changed_by"),
    );
}

const stateConditions: Readonly<Record<PostState, ReturnType<typeof sql<boolean>>>> = {
  DRAFT: sql<boolean>`published_at is null`,
  SCHEDULED: sql<boolean>`published_at > now()`,
  PUBLISHED: isPublished,
};

export async function listPostsOfState(
  db: Executor,
  {
    page,
    paging,
    state,
    search,
  }: { page: number; paging: number; state: PostState | undefined; search: string },
): Promise<{ rows: EditorPostRow[]; total: number }> {
  const likePattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  const rows = await selectEditorPosts(db)
    .select(sql<number>`count(*) over ()`.as("total"))
    .$if(state !== undefined, (query) => query.where(stateConditions[state ?? "DRAFT"]))
    .$if(search !== "", (query) =>
      query.where((eb) =>
        eb.or([
          eb("slug", "ilike", likePattern),
          eb("source_en", "ilike", likePattern),
          eb("source_vi", "ilike", likePattern),
        ]),
      ),
    )
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .limit(paging)
    .offset(offsetOf({ page, paging }))
    .execute();
  return { rows, total: Number(rows[0]?.total ?? 0) };
}

export function findPostById(db: Executor, id: string): Promise<EditorPostRow | undefined> {
  return selectEditorPosts(db).where("id", "=", id).executeTakeFirst();
}

type InsertedPostColumns = Omit<PostRow, "id" | "views" | "updated_at"> & { changed_by: string | null };

export function insertPost(db: Executor, post: InsertedPostColumns & { id: string }) {
  return db.insertInto("blog_posts").values(post).execute();
}

/** Sets the slug of a new post. Call this after the slug has been reserved. */
export function setFirstSlug(db: Executor, id: string, slug: string) {
  return db.updateTable("blog_posts").set({ slug }).where("id", "=", id).execute();
}

/** Updates a post. Returns false if the post does not exist, or if its stored version differs from `version`. */
export async function updatePost(
  db: Executor,
  id: string,
  changes: Partial<InsertedPostColumns>,
  version?: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("blog_posts")
    .set({ ...changes, updated_at: sql`now()`, version: sql`version + 1` })
    .where("id", "=", id)
    .$if(version !== undefined, (query) => query.where("version", "=", version ?? 0))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function insertPicture(db: Executor, picture: { name: string; bytes: Buffer; uploaded_by: string }) {
  return db.insertInto("blog_pictures").values(picture).execute();
}

export async function findPicture(db: Executor, name: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("blog_pictures")
    .select("bytes")
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.bytes;
}

export async function deletePost(db: Executor, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("blog_posts").where("id", "=", id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Reserves a slug for a post. Returns false if another post has or had this slug. */
export async function reserveSlug(db: Executor, slug: string, postId: string): Promise<boolean> {
  await db
    .insertInto("blog_slugs")
    .values({ slug, post_id: postId })
    .onConflict((conflict) => conflict.column("slug").doNothing())
    .execute();
  const { post_id } = await db
    .selectFrom("blog_slugs")
    .select("post_id")
    .where("slug", "=", slug)
    .executeTakeFirstOrThrow();
  return post_id === postId;
}

/**
 * Returns the key for hashing the addresses of the day's readers. The first request of a day creates the key and
 * deletes older keys.
 */
export async function findOrCreateReaderKey(db: Executor, day: string, newKey: Buffer): Promise<Buffer> {
  const insertedKey = await db
    .insertInto("blog_reader_keys")
    .values({ day, key: newKey })
    .onConflict((conflict) => conflict.column("day").doNothing())
    .returning("key")
    .executeTakeFirst();
  if (insertedKey) {
    await db.deleteFrom("blog_reader_keys").where("day", "<", day).execute();
    await db.deleteFrom("blog_readers").where("day", "<", day).execute();
    return insertedKey.key;
  }
  const { key } = await db
    .selectFrom("blog_reader_keys")
    .select("key")
    .where("day", "=", day)
    .executeTakeFirstOrThrow();
  return key;
}

/** Adds one view to a post, unless the same reader has already viewed the post on this day. */
export async function countPostView(
  db: Executor,
  day: string,
  slug: string,
  readerHash: Buffer,
): Promise<void> {
  await sql`
    with read as (
      insert into blog_readers (day, post_id, reader)
      select ${day}::date, s.post_id, ${readerHash}::bytea from blog_slugs s where s.slug = ${slug}
      on conflict do nothing
      returning post_id
    )
    update blog_posts set views = views + 1 from read where blog_posts.id = read.post_id`.execute(db);
}
