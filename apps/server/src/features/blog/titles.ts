import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { parsePostSource } from "./source.ts";
import type { PostRow } from "./store.ts";

/** Returns a post's title in the reader's language, or else in the other language, or else the post's slug. */
export function findPostTitle(
  { source_en, source_vi, slug }: Pick<PostRow, "source_en" | "source_vi" | "slug">,
  language: Language,
): string {
  const sourcesByPreference = language === "vi" ? [source_vi, source_en] : [source_en, source_vi];
  return (
    sourcesByPreference.map((source) => parsePostSource(source)?.frontMatter.title).find(Boolean) ?? slug
  );
}

/** Returns the titles of the blog posts with these ids. Leaves out deleted posts. */
export async function findPostTitles(
  db: Kysely<DB>,
  ids: readonly string[],
  language: Language,
): Promise<[id: string, title: string][]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("blog_posts")
    .select(["id", "slug", "source_en", "source_vi"])
    .where("id", "in", ids)
    .execute();
  return rows.map((row) => [row.id, findPostTitle(row, language)]);
}
