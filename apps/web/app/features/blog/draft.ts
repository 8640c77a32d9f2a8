import type { createPost, EditablePost, postCovers } from "@kakehashi/contract/blog-editing";
import type { CallArguments } from "@kakehashi/contract/kit/endpoint";
import type { SiteLanguage } from "../site/addresses.ts";

export interface PostDraft {
  readonly slug: string;
  readonly author: string;
  readonly cover: (typeof postCovers)[number];
  readonly en: string;
  readonly vi: string;
}
export type PostRequestBody = CallArguments<typeof createPost>["body"];

export const newPostTemplate = "---\ntitle: \nsummary: \ntopic: \n---\n\n";

export function postDraftOf(post: EditablePost): PostDraft {
  const { slug, author, cover, source } = post;
  return { slug, author, cover, en: source.en, vi: source.vi };
}

export function newPostDraft(authorName: string): PostDraft {
  return { slug: "", author: authorName, cover: "drawn", en: newPostTemplate, vi: "" };
}

/**
 * Returns the request body that saves the draft of a blog post. If a text still equals the template, nobody has written
 * it. So it is sent as an empty text.
 */
export function postRequestBodyOf({ slug, author, cover, en, vi }: PostDraft): PostRequestBody {
  const textUnlessTemplate = (text: string) => (text.trim() === newPostTemplate.trim() ? "" : text);
  return { slug, author, cover, source: { en: textUnlessTemplate(en), vi: textUnlessTemplate(vi) } };
}

export function isSamePostDraft(draft: PostDraft, otherDraft: PostDraft): boolean {
  return (Object.keys(draft) as (keyof PostDraft)[]).every((field) => draft[field] === otherDraft[field]);
}

/**
 * Returns the title from the front matter of a blog post (the settings at its beginning). Empty if there is no title.
 */
export function readFrontMatterTitle(source: string): string {
  const sourceStart = source.slice(0, 4_000).trimStart();
  if (!sourceStart.startsWith("---")) return "";
  const title = /^title:(.*)$/m.exec(sourceStart)?.[1] ?? "";
  return title.trim().replace(/^(["'])(.*)\1$/, "$2");
}

/** Converts the title of a blog post to a part of its address: words without accents, joined by hyphens. */
export function slugFor(title: string): string {
  return title
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/đ/gi, "d")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 80)
    .replace(/^-|-$/g, "");
}

/** Returns the title of a blog post in the first language in which it has one. */
export function titleInAnyLanguage(title: Readonly<Record<SiteLanguage, string | null>>): string | null {
  return title.en ?? title.vi;
}
