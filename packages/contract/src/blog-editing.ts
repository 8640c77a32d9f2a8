import { z } from "zod";
import { postSchema } from "./blog.ts";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { momentSchema } from "./kit/moments.ts";
import { maximumPageSize, pageMetaSchema, pageQuery } from "./kit/page.ts";
import { pictureBody, profileErrors } from "./profiles.ts";
import { siteLanguageSchema } from "./site.ts";

/** The slug at the end of a post's URL. It is the same in both languages. */
export const postSlugSchema = z
  .string()
  .max(120)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, { error: "slug" });

/**
 * A post's text in one language: front matter (`title`, `summary`, `topic`), then Markdown. The front matter appears in
 * lists, search engines and social cards. A draft may lack one of its languages.
 */
const postSourceSchema = z.string().max(100_000);

/**
 * The pictures to choose from for a post. `drawn`: the server draws a picture from the post's topic and slug. The other
 * values name pictures that were drawn by hand.
 */
export const postCovers = ["drawn", "bridge", "brief", "clock", "glossary", "review", "estimate"] as const;
export const postCoverSchema = z.enum(postCovers).meta({ id: "Cover" });
export const postStates = ["DRAFT", "SCHEDULED", "PUBLISHED"] as const;
const postStateSchema = z.enum(postStates).meta({ id: "PostState" });
export type PostState = (typeof postStates)[number];

/** A post in the list for blog authors. A title is null in a language without a text. */
export const editablePostCardSchema = z
  .object({
    id: idSchema,
    slug: z.string().max(120),
    title: z.object({ en: z.string().max(200).nullable(), vi: z.string().max(200).nullable() }),
    state: postStateSchema,
    author: z.string().max(200),
    views: z.number().int(),
    published_at: z.iso.datetime().nullable(),
    updated_at: z.iso.datetime(),
    /**
     * The name of the person who last changed the post. Null: nobody has changed it, or the person's account was
     * deleted.
     */
    changed_by: z.string().max(200).nullable(),
  })
  .meta({ id: "WrittenCard" });
export type EditablePostCard = z.infer<typeof editablePostCardSchema>;

/** A post as blog authors edit it. The post is SCHEDULED while `published_at` is in the future. */
export const editablePostSchema = editablePostCardSchema
  .extend({
    cover: postCoverSchema,
    source: z.object({ en: postSourceSchema, vi: postSourceSchema }),
    /** The version of the post. It increases by one with every change. */
    version: z.number().int(),
  })
  .meta({ id: "WrittenPost" });
export type EditablePost = z.infer<typeof editablePostSchema>;

const postFields = {
  slug: postSlugSchema,
  cover: postCoverSchema,
  author: z.string().trim().min(1, { error: "required" }).max(200),
  source: z.strictObject({ en: postSourceSchema, vi: postSourceSchema }).meta({ id: "PostSources" }),
  /** When the post is published. A time in the future schedules it. Null: the post stays a draft. */
  published_at: momentSchema.nullable(),
};
const idParams = z.object({ id: idSchema });

export const listEditablePosts = endpoint({
  method: "GET",
  path: "/admin/blog/posts",
  guard: "admin",
  limit: limits.lookup,
  summary: "Lists all posts, drafts included, last changed first. `search` looks in addresses and texts.",
  query: pageQuery.extend({
    state: postStateSchema.optional(),
    search: z.string().trim().max(200).default(""),
  }),
  data: z.array(editablePostCardSchema).max(maximumPageSize),
  meta: pageMetaSchema,
});

export const getEditablePost = endpoint({
  method: "GET",
  path: "/admin/blog/posts/:id",
  guard: "admin",
  limit: limits.read,
  summary: "Returns one post with its sources.",
  params: idParams,
  data: editablePostSchema,
});

export const createPost = endpoint({
  method: "POST",
  path: "/admin/blog/posts",
  guard: "admin",
  limit: limits.form,
  summary: "Creates a post. Without `published_at`, the post is a draft.",
  body: z.strictObject({ ...postFields, published_at: postFields.published_at.default(null) }),
  data: editablePostSchema,
});

export const updatePost = endpoint({
  method: "PATCH",
  path: "/admin/blog/posts/:id",
  guard: "admin",
  limit: limits.form,
  summary:
    "Changes, schedules, publishes or withdraws a post. Former slugs still lead to the post. `version` is the version that the caller edited: if somebody has saved a newer one, the answer is BLOG.CHANGED and nothing is overwritten.",
  params: idParams,
  body: z.strictObject({ ...postFields, version: z.number().int().min(1) }).partial(),
  data: editablePostSchema,
});

export const deletePost = endpoint({
  method: "DELETE",
  path: "/admin/blog/posts/:id",
  guard: "admin",
  limit: limits.form,
  summary: "Removes a post and its addresses.",
  params: idParams,
  data: z.object({}),
});

export const previewPost = endpoint({
  method: "POST",
  path: "/admin/blog/preview",
  guard: "admin",
  limit: limits.lookup,
  summary: "Returns what a post's source would look like, without saving it.",
  body: z.strictObject({
    source: postSourceSchema.min(1, { error: "required" }),
    language: siteLanguageSchema.default("en"),
  }),
  data: postSchema.pick({
    title: true,
    summary: true,
    topic: true,
    reading_time: true,
    html: true,
    headings: true,
  }),
});
export type PostPreview = z.infer<(typeof previewPost)["data"]>;

export const uploadPostPicture = endpoint({
  method: "POST",
  path: "/admin/blog/pictures",
  guard: "admin",
  summary:
    "Stores a picture for posts and returns its address. The body is the bytes of a JPEG, PNG, WebP or GIF file, at most 5 MB.",
  limit: { perMinute: 30 },
  bodyFormats: ["image"],
  body: pictureBody,
  data: z.object({ address: z.string().max(500) }),
});

export const blogErrors = {
  "BLOG.PICTURE": profileErrors["PROFILE.PICTURE"],
  "BLOG.CHANGED": {
    status: 409,
    message: {
      en: "Someone else has saved this post since you opened it.",
      vi: "Người khác đã lưu bài viết này sau khi bạn mở nó.",
      ja: "この記事は、開いた後に別の人が保存しました。",
    },
  },
  "BLOG.SLUG_TAKEN": {
    status: 409,
    message: {
      en: "Another post uses or used this URL.",
      vi: "Một bài viết khác đang dùng hoặc từng dùng địa chỉ này.",
      ja: "このアドレスは別の記事で使用中、または使用されていました。",
    },
  },
} as const satisfies ErrorTable;
