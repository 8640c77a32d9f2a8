import type { Post, PostOrder } from "@kakehashi/contract/blog";
import type {
  createPost,
  EditablePost,
  listEditablePosts,
  PostPreview,
  updatePost,
} from "@kakehashi/contract/blog-editing";
import type { RequestOf } from "@kakehashi/contract/kit/endpoint";
import type { FieldRefusalReason } from "@kakehashi/contract/kit/validation";
import { maximumPictureSidePx } from "@kakehashi/contract/profiles";
import { type SiteLanguage, siteLanguages } from "@kakehashi/contract/site";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { newId } from "../../kit/ids.ts";
import type { Jobs } from "../../kit/jobs.ts";
import { convertToWebp } from "../../kit/pictures.ts";
import { type AuditAuthor, recordAudit } from "../audit/service.ts";
import type { Events } from "../events/service.ts";
import { readPostTexts, toEditablePost, toEditablePostCard, toPostCard } from "./cards.ts";
import { deleteUnusedPictures } from "./pictures.ts";
import { createPublicationSchedule } from "./schedule.ts";
import {
  computeReadingMinutes,
  findFrontMatterProblem,
  findHtmlLengthProblem,
  parsePostSource,
  renderBody,
} from "./source.ts";
import * as store from "./store.ts";
import { findPostTitle } from "./titles.ts";
import { createPostViewCounter } from "./views.ts";

export { findPostTitles } from "./titles.ts";

/** Number of related posts shown below a post. */
const maximumRelatedPosts = 3;
/** Related posts are chosen from this many of the newest posts. */
const maximumRelatedCandidatePosts = 60;

/**
 * Throws if a published post lacks a language, or if a draft has no text in any language. Also throws if a text has
 * wrong front matter or becomes too long as HTML.
 */
function assertPostTexts(source: EditablePost["source"], isDraft: boolean): void {
  const problems: Record<string, FieldRefusalReason> = {};
  const hasAnyText = siteLanguages.some((language) => source[language].trim() !== "");
  for (const language of siteLanguages) {
    const isTextMissing = source[language].trim() === "";
    if (isTextMissing && isDraft && hasAnyText) continue;
    const problem = isTextMissing
      ? "required"
      : (findFrontMatterProblem(source[language]) ?? findHtmlLengthProblem(source[language]));
    if (problem !== null) problems[`source.${language}`] = problem;
  }
  if (Object.keys(problems).length > 0) throw new AppError("ERR.INPUT", { fields: problems });
}

/**
 * Maximum length of a picture's longer side in a post, in pixels: twice the text's width, for high-resolution
 * screens.
 */
const pictureSidePixels = 1_600;

const isUuid = (text: string) => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text);

export type Blog = ReturnType<typeof createBlog>;

export interface BlogDependencies {
  db: Kysely<DB>;
  events: Events;
  jobs: Jobs;
}

export function createBlog({ db, events, jobs }: BlogDependencies) {
  const announceSiteChange = () => events.publish("SiteChanged", {});
  const publicationSchedule = createPublicationSchedule(jobs, announceSiteChange);
  const postViewCounter = createPostViewCounter(db);

  async function findPostForEditor(id: string): Promise<EditablePost> {
    const row = await store.findPostById(db, id);
    if (!row) throw createNotFoundError();
    return toEditablePost(row);
  }

  return {
    written: findPostForEditor,
    countView: postViewCounter.count,

    async list(query: { language: SiteLanguage; order: PostOrder; page: number; paging: number }) {
      const rows = await store.listPublishedPosts(db, query);
      const total = await store.countPublishedPosts(db);
      return { posts: rows.map((row) => toPostCard(row, query.language)), total };
    },

    async find(slug: string, language: SiteLanguage): Promise<Post> {
      const row = isUuid(slug)
        ? await store.findPublishedPostById(db, slug)
        : await store.findPublishedPostBySlug(db, slug);
      if (!row) throw createNotFoundError();
      const card = toPostCard(row, language);
      const newestPosts = await store.listPublishedPosts(db, {
        order: "latest",
        page: 1,
        paging: maximumRelatedCandidatePosts,
      });
      const newestOtherPosts = newestPosts
        .filter(({ id }) => id !== row.id)
        .map((otherPost) => toPostCard(otherPost, language));
      const relatedPosts = [
        ...newestOtherPosts.filter(({ topic }) => topic === card.topic),
        ...newestOtherPosts.filter(({ topic }) => topic !== card.topic),
      ].slice(0, maximumRelatedPosts);
      return {
        ...card,
        ...renderBody(readPostTexts(row, language).body),
        author: row.author,
        related: relatedPosts,
      };
    },

    async listWritten(query: RequestOf<typeof listEditablePosts>["query"]) {
      const { rows, total } = await store.listPostsOfState(db, { ...query, state: query.state });
      return { posts: rows.map(toEditablePostCard), total };
    },

    async create(
      { source, published_at, ...post }: RequestOf<typeof createPost>["body"],
      author: AuditAuthor,
    ): Promise<EditablePost> {
      assertPostTexts(source, published_at === null);
      const id = newId();
      await db.transaction().execute(async (tx) => {
        await store.insertPost(tx, {
          ...post,
          id,
          // A slug can be reserved only for a post that is already stored. So the post is stored with its id as the
          // slug first, and gets its real slug below.
          slug: id,
          source_en: source.en,
          source_vi: source.vi,
          published_at: toDate(published_at),
          changed_by: author.userId,
        });
        if (!(await store.reserveSlug(tx, post.slug, id))) throw createSlugTakenError();
        await store.setFirstSlug(tx, id, post.slug);
        await publicationSchedule.scheduleAt(tx, toDate(published_at));
        await recordAudit(tx, author, "post.create", id, { slug: post.slug });
      });
      announceSiteChange();
      return findPostForEditor(id);
    },

    async update(
      id: string,
      changes: RequestOf<typeof updatePost>["body"],
      author: AuditAuthor,
    ): Promise<EditablePost> {
      const { source, published_at, slug, cover, author: authorName, version } = changes;
      await db.transaction().execute(async (tx) => {
        const storedPost = await store.findPostById(tx, id);
        if (!storedPost) throw createNotFoundError();
        const changedPost = {
          source: source ?? { en: storedPost.source_en, vi: storedPost.source_vi },
          published_at: published_at === undefined ? storedPost.published_at : toDate(published_at),
        };
        if (source || published_at) assertPostTexts(changedPost.source, changedPost.published_at === null);
        const isSlugTaken = slug !== undefined && !(await store.reserveSlug(tx, slug, id));
        if (isSlugTaken) throw createSlugTakenError();
        const row = {
          ...(slug !== undefined && { slug }),
          ...(cover !== undefined && { cover }),
          ...(authorName !== undefined && { author: authorName }),
          source_en: changedPost.source.en,
          source_vi: changedPost.source.vi,
          published_at: changedPost.published_at,
          changed_by: author.userId,
        };
        // If two people save the same post at once, the second save waits for the first, then finds a newer version and
        // fails.
        if (!(await store.updatePost(tx, id, row, version ?? storedPost.version)))
          throw new AppError("BLOG.CHANGED");
        if (published_at) await publicationSchedule.scheduleAt(tx, row.published_at);
        await recordAudit(tx, author, "post.update", id, {
          slug: slug ?? storedPost.slug,
          ...(published_at !== undefined && { published_at }),
        });
      });
      announceSiteChange();
      return findPostForEditor(id);
    },

    async remove(id: string, author: AuditAuthor): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const post = await store.findPostById(tx, id);
        if (!post || !(await store.deletePost(tx, id))) throw createNotFoundError();
        await recordAudit(tx, author, "post.remove", id, {
          title: findPostTitle(post, "en"),
          slug: post.slug,
        });
      });
      announceSiteChange();
    },

    preview(text: string, language: SiteLanguage): PostPreview {
      const sourceProblem = findFrontMatterProblem(text) ?? findHtmlLengthProblem(text);
      const source = parsePostSource(text);
      if (sourceProblem !== null || !source)
        throw new AppError("ERR.INPUT", { fields: { source: sourceProblem ?? "invalid" } });
      return {
        ...source.frontMatter,
        reading_time: computeReadingMinutes(source.body, language),
        ...renderBody(source.body),
      };
    },

    /** Stores a picture for a blog post and returns its URL. */
    async addPicture(pictureBytes: Uint8Array, userId: string): Promise<string> {
      const picture = await convertToWebp(
        pictureBytes,
        { owner: userId, maximumSidePixels: maximumPictureSidePx },
        (picturePipeline) =>
          picturePipeline.resize(pictureSidePixels, pictureSidePixels, {
            fit: "inside",
            withoutEnlargement: true,
          }),
      );
      if (!picture) throw new AppError("BLOG.PICTURE", { fields: { picture: "picture" } });
      const name = `${newId()}-${picture.width}x${picture.height}.webp`;
      await store.insertPicture(db, { name, bytes: picture.bytes, uploaded_by: userId });
      return `/api/blog/pictures/${name}`;
    },

    picture: (name: string) => store.findPicture(db, name),

    /**
     * Deletes pictures that neither a blog post nor `shownElsewhere` has shown for `unusedPictureDays`. Returns the
     * number of deleted pictures.
     */
    prune: (shownElsewhere: readonly string[]) => deleteUnusedPictures(db, shownElsewhere),
  };
}

const createSlugTakenError = () => new AppError("BLOG.SLUG_TAKEN", { fields: { slug: "slug_taken" } });
const toDate = (time: string | null) => (time === null ? null : new Date(time));
