import type { PostCard, WrittenCard, WrittenPost } from "@kakehashi/contract/blog";
import type { SiteLanguage } from "@kakehashi/contract/site";
import { readingTime, readSource } from "./source.ts";
import type * as store from "./store.ts";

export function readRow(row: store.PostRow, language: SiteLanguage) {
  const source = readSource(language === "vi" ? row.source_vi : row.source_en);
  if (!source) throw new Error(`The post ${row.id} has no front matter in ${language}`);
  return source;
}

export function toCard(row: store.PostRow, language: SiteLanguage): PostCard {
  const { front, body } = readRow(row, language);
  return {
    id: row.id,
    slug: row.slug,
    ...front,
    cover: row.cover,
    reading_time: readingTime(body, language),
    views: row.views,
    published_at: (row.published_at ?? row.updated_at).toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function toWrittenCard(row: store.WrittenRow): WrittenCard {
  const published = row.published_at;
  const titleIn = (source: string) => readSource(source)?.front.title ?? null;
  return {
    id: row.id,
    slug: row.slug,
    title: { en: titleIn(row.source_en), vi: titleIn(row.source_vi) },
    state: published === null ? "DRAFT" : published.getTime() > Date.now() ? "SCHEDULED" : "PUBLISHED",
    author: row.author,
    views: row.views,
    published_at: published?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
    changed_by: row.changed_by,
  };
}

export function toWritten(row: store.WrittenRow): WrittenPost {
  return {
    ...toWrittenCard(row),
    cover: row.cover as WrittenPost["cover"],
    version: row.version,
    source: { en: row.source_en, vi: row.source_vi },
  };
}
