import type { PostCard } from "@kakehashi/contract/blog";
import { normalizeForSearch } from "../../kit/normalize-for-search.ts";

/** The posts whose title, summary or topic contain every word of `query`, in the given order. */
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
