import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database } from "../../kit/db/database.ts";
import { newId } from "../../kit/ids.ts";
import { reserveSlug } from "./store.ts";

/** The articles with which a new blog begins, oldest first. `day` is the day of publication. */
const firstArticles = [
  { slug: "a-brief-that-survives-translation", cover: "brief", day: "2026-09-08" },
  { slug: "what-a-bridge-engineer-does", cover: "bridge", day: "2026-09-24" },
  { slug: "two-hours-apart", cover: "clock", day: "2026-10-06" },
  { slug: "keeping-a-glossary", cover: "glossary", day: "2026-10-20" },
  { slug: "reviewing-a-translated-specification", cover: "review", day: "2026-11-03" },
  { slug: "estimating-with-a-team-you-have-not-met", cover: "estimate", day: "2026-11-17" },
] as const;

const articleFolder = join(import.meta.dirname, "articles");
const readArticleSource = (slug: string, language: string) =>
  readFile(join(articleFolder, `${slug}.${language}.md`), "utf8");

/** Adds each of the first blog posts once per installation. A deleted post stays deleted. */
export async function seedBlogPosts(db: Database): Promise<void> {
  for (const { slug, cover, day } of firstArticles) {
    const [source_en, source_vi] = await Promise.all([
      readArticleSource(slug, "en"),
      readArticleSource(slug, "vi"),
    ]);
    await db.kysely.transaction().execute(async (tx) => {
      const seededPosts = await tx
        .insertInto("blog_seeds")
        .values({ slug })
        .onConflict((conflict) => conflict.column("slug").doNothing())
        .returning("slug")
        .executeTakeFirst();
      if (!seededPosts) return;
      const published_at = new Date(`${day}T02:00:00Z`);
      const id = newId();
      const post = { id, slug, cover, author: "Kakehashi", source_en, source_vi, published_at };
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto("blog_posts")
        .values({ ...post, updated_at: sql`${published_at}::timestamptz` })
        .onConflict((conflict) => conflict.column("slug").doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows) await reserveSlug(tx, slug, id);
    });
  }
}
