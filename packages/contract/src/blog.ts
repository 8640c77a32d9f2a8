import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { maximumPageSize, pageMetaSchema, pageQuery } from "./kit/page.ts";
import { siteLanguageSchema } from "./site.ts";

export const postOrders = ["latest", "most_viewed"] as const;
export type PostOrder = (typeof postOrders)[number];

/** A post in a list of posts, in one language. */
export const postCardSchema = z
  .object({
    id: idSchema,
    slug: z.string().max(120),
    title: z.string().max(200),
    summary: z.string().max(500),
    topic: z.string().max(60),
    /** The name of the drawing that is shown above the post. */
    cover: z.string().max(60),
    /** The estimated reading time of the post in minutes. */
    reading_time: z.number().int(),
    views: z.number().int(),
    published_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "PostCard" });
export type PostCard = z.infer<typeof postCardSchema>;

export const listPosts = endpoint({
  method: "GET",
  path: "/blog/posts",
  guard: "anyone",
  limit: limits.public,
  summary: "Lists the published posts in one language, newest or most viewed first.",
  query: pageQuery.extend({
    language: siteLanguageSchema.default("en"),
    order: z.enum(postOrders).default("latest"),
  }),
  data: z.array(postCardSchema).max(maximumPageSize),
  meta: pageMetaSchema,
});

/** Maximum characters of a post's HTML. The server refuses Markdown that produces more HTML. */
export const maximumPostHtmlLength = 500_000;
/** Maximum headings in a post's table of contents. */
export const maximumHeadingsPerPost = 200;
export const maximumPostHeadingLength = 200;
const headingSchema = z
  .object({
    id: z.string().max(maximumPostHeadingLength + 10),
    text: z.string().max(maximumPostHeadingLength),
  })
  .meta({ id: "PostHeading" });

/**
 * A post as readers see it. `html` contains only what Markdown can express: no scripts, no frames, no `javascript:`
 * links.
 */
export const postSchema = postCardSchema
  .extend({
    html: z.string().max(maximumPostHtmlLength),
    author: z.string().max(200),
    headings: z.array(headingSchema).max(maximumHeadingsPerPost),
    related: z.array(postCardSchema).max(10),
  })
  .meta({ id: "Post" });
export type Post = z.infer<typeof postSchema>;

export const getPost = endpoint({
  method: "GET",
  path: "/blog/posts/:slug",
  guard: "anyone",
  limit: limits.public,
  summary:
    "Returns one published post, found by its slug, a former slug or its id. `slug` in the answer is the present slug.",
  params: z.object({ slug: z.string().max(120) }),
  query: z.strictObject({ language: siteLanguageSchema.default("en") }),
  data: postSchema,
});
