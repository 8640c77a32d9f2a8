import type { PostCard } from "@kakehashi/contract/blog";
import type { EditablePost, EditablePostCard } from "@kakehashi/contract/blog-editing";
import type { SiteLanguage } from "@kakehashi/contract/site";
import { LRUCache } from "lru-cache";
import { computeReadingMinutes, type FrontMatter, parsePostSource } from "./source.ts";
import type * as store from "./store.ts";

export function readPostTexts(row: store.PostRow, language: SiteLanguage) {
  const source = parsePostSource(language === "vi" ? row.source_vi : row.source_en);
  if (!source) throw new Error(`The post ${row.id} has no front matter in ${language}`);
  return source;
}

type ArticleCardTexts = FrontMatter & Pick<PostCard, "reading_time">;
/**
 * Caches the texts of article previews, for each version of an article. Computing them is slow, because the reading
 * time needs a count of all words, and every list of articles needs them.
 */
const cardTextsByVersion = new LRUCache<string, ArticleCardTexts>({ max: 1_000 });

function readCardTexts(row: store.PostRow, language: SiteLanguage): ArticleCardTexts {
  const key = `${row.id} ${row.updated_at.getTime()} ${language}`;
  const cachedTexts = cardTextsByVersion.get(key);
  if (cachedTexts) return cachedTexts;
  const { frontMatter, body } = readPostTexts(row, language);
  const description = { ...frontMatter, reading_time: computeReadingMinutes(body, language) };
  cardTextsByVersion.set(key, description);
  return description;
}

export function toPostCard(row: store.PostRow, language: SiteLanguage): PostCard {
  return {
    id: row.id,
    slug: row.slug,
    ...readCardTexts(row, language),
    cover: row.cover,
    views: row.views,
    published_at: (row.published_at ?? row.updated_at).toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function toEditablePostCard(row: store.EditorPostRow): EditablePostCard {
  const publishedAt = row.published_at;
  const readTitle = (source: string) => parsePostSource(source)?.frontMatter.title ?? null;
  return {
    id: row.id,
    slug: row.slug,
    title: { en: readTitle(row.source_en), vi: readTitle(row.source_vi) },
    state: publishedAt === null ? "DRAFT" : publishedAt.getTime() > Date.now() ? "SCHEDULED" : "PUBLISHED",
    author: row.author,
    views: row.views,
    published_at: publishedAt?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
    changed_by: row.changed_by,
  };
}

export function toEditablePost(row: store.EditorPostRow): EditablePost {
  return {
    ...toEditablePostCard(row),
    cover: row.cover as EditablePost["cover"],
    version: row.version,
    source: { en: row.source_en, vi: row.source_vi },
  };
}
