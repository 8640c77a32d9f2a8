import type { PostCard } from "@kakehashi/contract/blog";
import { normalizeForSearch } from "../../kit/normalize-for-search.ts";

/** Returns the posts whose title, summary or topic contain every word of `query`. Keeps the order of `posts`. */
export function findPosts<P extends Pick<PostCard, "title" | "summary" | "topic">>(
  posts: readonly P[],
  query: string,
): P[] {
  const searchWords = normalizeForSearch(query).split(/\s+/).filter(Boolean);
  return posts.filter(({ title, summary, topic }) => {
    const text = normalizeForSearch(`${title} ${summary} ${topic}`);
    return searchWords.every((word) => text.includes(word));
  });
}
