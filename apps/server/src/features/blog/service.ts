import type {
  createPost,
  Post,
  PostCard,
  PostOrder,
  updatePost,
  WrittenPost,
} from "@kakehashi/contract/blog";
import type { Request } from "@kakehashi/contract/kit/endpoint";
import type { SiteLanguage } from "@kakehashi/contract/site";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, notFound } from "../../kit/errors.ts";
import { newId } from "../../kit/ids.ts";
import { readingTime, readSource, renderBody } from "./source.ts";
import * as store from "./store.ts";
import { createViews } from "./views.ts";

/** How many posts are offered below one. */
const relatedShown = 3;
/** Among so many of the newest they are looked for. */
const relatedAmong = 60;

function read(row: store.PostRow, language: SiteLanguage) {
  const source = readSource(language === "vi" ? row.source_vi : row.source_en);
  if (!source) throw new Error(`The post ${row.id} has no front matter in ${language}`);
  return source;
}

function toCard(row: store.PostRow, language: SiteLanguage): PostCard {
  const { front, body } = read(row, language);
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

function toWritten(row: store.PostRow): WrittenPost {
  const published = row.published_at;
  return {
    id: row.id,
    slug: row.slug,
    state: published === null ? "DRAFT" : published.getTime() > Date.now() ? "SCHEDULED" : "PUBLISHED",
    cover: row.cover as WrittenPost["cover"],
    author: row.author,
    views: row.views,
    published_at: published?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
    source: { en: row.source_en, vi: row.source_vi },
  };
}

function assertSource(source: string, field: string): void {
  if (!readSource(source)) throw new AppError("ERR.INPUT", { fields: { [field]: "front_matter" } });
}

const isId = (text: string) => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text);

export type Blog = ReturnType<typeof createBlog>;

/** `published` is told when what readers see has changed. */
export function createBlog(db: Kysely<DB>, published: () => void) {
  const views = createViews(db);

  async function written(id: string): Promise<WrittenPost> {
    const row = await store.findById(db, id);
    if (!row) throw notFound();
    return toWritten(row);
  }

  return {
    written,
    countView: views.count,

    async list(query: { language: SiteLanguage; order: PostOrder; page: number; paging: number }) {
      const rows = await store.findPublished(db, query);
      const total = await store.countPublished(db);
      return { posts: rows.map((row) => toCard(row, query.language)), total };
    },

    async find(slug: string, language: SiteLanguage): Promise<Post> {
      const row = isId(slug)
        ? await store.findPublishedById(db, slug)
        : await store.findPublishedBySlug(db, slug);
      if (!row) throw notFound();
      const card = toCard(row, language);
      const newest = await store.findPublished(db, { order: "latest", page: 1, paging: relatedAmong });
      const others = newest.filter(({ id }) => id !== row.id).map((other) => toCard(other, language));
      const related = [
        ...others.filter(({ topic }) => topic === card.topic),
        ...others.filter(({ topic }) => topic !== card.topic),
      ].slice(0, relatedShown);
      return { ...card, ...renderBody(read(row, language).body), author: row.author, related };
    },

    async listWritten(query: { page: number; paging: number }) {
      const { rows, total } = await store.findAll(db, query);
      return { posts: rows.map(toWritten), total };
    },

    async create({
      source,
      published_at,
      ...post
    }: Request<typeof createPost>["body"]): Promise<WrittenPost> {
      assertSource(source.en, "source.en");
      assertSource(source.vi, "source.vi");
      const id = newId();
      await db.transaction().execute(async (tx) => {
        await store.insertPost(tx, {
          ...post,
          id,
          // The present address is set once it is known to be free.
          slug: id,
          source_en: source.en,
          source_vi: source.vi,
          published_at: published_at === null ? null : new Date(published_at),
        });
        if (!(await store.takeSlug(tx, post.slug, id))) throw new AppError("BLOG.SLUG_TAKEN");
        await store.updatePost(tx, id, { slug: post.slug });
      });
      published();
      return written(id);
    },

    async update(id: string, changes: Request<typeof updatePost>["body"]): Promise<WrittenPost> {
      const { source, published_at, slug, cover, author } = changes;
      if (source) {
        assertSource(source.en, "source.en");
        assertSource(source.vi, "source.vi");
      }
      await written(id);
      await db.transaction().execute(async (tx) => {
        if (slug !== undefined && !(await store.takeSlug(tx, slug, id)))
          throw new AppError("BLOG.SLUG_TAKEN");
        await store.updatePost(tx, id, {
          ...(slug !== undefined && { slug }),
          ...(cover !== undefined && { cover }),
          ...(author !== undefined && { author }),
          ...(source && { source_en: source.en, source_vi: source.vi }),
          ...(published_at !== undefined && {
            published_at: published_at === null ? null : new Date(published_at),
          }),
        });
      });
      published();
      return written(id);
    },

    async remove(id: string): Promise<void> {
      if (!(await store.deletePost(db, id))) throw notFound();
      published();
    },

    preview(text: string) {
      const source = readSource(text);
      if (!source) throw new AppError("ERR.INPUT", { fields: { source: "front_matter" } });
      const { html } = renderBody(source.body);
      return { ...source.front, reading_time: readingTime(source.body, "en"), html };
    },
  };
}
