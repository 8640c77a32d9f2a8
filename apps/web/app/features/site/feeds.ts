import { getPost, listPosts, type Post, type PostCard } from "@kakehashi/contract/blog";
import type { EndpointCaller } from "@kakehashi/contract/kit/outcome";
import type { SiteLanguage } from "./addresses.ts";

/** A feed stays in the cache for this many seconds. Publishing a post clears the cache. */
const feedCacheSeconds = 300;
/** The number of posts in a blog feed. */
const feedPostCount = 20;

/** Matches characters that XML does not allow. A feed with such a character could not be read. */
const nonXmlCharacter = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

export function escapeXml(text: string): string {
  return text
    .replace(nonXmlCharacter, "")
    .replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Returns the HTML of a blog post with absolute URLs, because feed readers show it outside of the site. */
export function makeLinksAbsolute(html: string, publicUrl: string, page: string): string {
  return html
    .replace(/ (href|src)="(?=\/(?!\/))/g, ` $1="${publicUrl}`)
    .replaceAll(' href="#', ` href="${page}#`);
}

export function createXmlResponse(body: string, type: string): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`, {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "cache-control": `public, max-age=${feedCacheSeconds}`,
    },
  });
}

/** Fetches all published blog posts, newest first. */
export async function fetchAllPosts(callApi: EndpointCaller, language: SiteLanguage): Promise<PostCard[]> {
  const posts: PostCard[] = [];
  for (let page = 1; ; page++) {
    const response = await callApi(listPosts, { query: { language, page, paging: 100 } });
    if (!response.ok) return posts;
    posts.push(...response.data);
    if (!response.meta.has_more) return posts;
  }
}

/** Fetches the newest blog posts with their full text. */
export async function fetchNewestPosts(callApi: EndpointCaller, language: SiteLanguage): Promise<Post[]> {
  const list = await callApi(listPosts, { query: { language, paging: feedPostCount } });
  if (!list.ok) return [];
  const posts = await Promise.all(
    list.data.map(({ slug }) => callApi(getPost, { params: { slug }, query: { language } })),
  );
  return posts.flatMap((postResponse) => (postResponse.ok ? [postResponse.data] : []));
}
