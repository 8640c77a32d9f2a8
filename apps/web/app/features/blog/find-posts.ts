import type { PostCard } from "@kakehashi/contract/blog";
import { fold } from "../../kit/fold.ts";

/** The posts whose title, summary or topic contain every word of `asked`, in the given order. */
export function findPosts<P extends Pick<PostCard, "title" | "summary" | "topic">>(
  posts: readonly P[],
  asked: string,
): P[] {
  const words = fold(asked).split(/\s+/).filter(Boolean);
  return posts.filter(({ title, summary, topic }) => {
    const text = fold(`${title} ${summary} ${topic}`);
    return words.every((word) => text.includes(word));
  });
}
