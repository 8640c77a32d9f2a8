import type { PostCard } from "@kakehashi/contract/blog";
import { PostCover } from "../site/art.tsx";
import { useSite } from "../site/use-site.ts";
import styles from "./post-cards.module.css";
import { PostDate } from "./post-date.tsx";

/** Blog posts as a grid of cards. `heading` is the heading level of the titles. */
export function PostCards({ posts, heading: Heading }: { posts: readonly PostCard[]; heading: "h2" | "h3" }) {
  const { texts, pageAddressOf: to, language } = useSite();
  return (
    <ul className={styles.cards}>
      {posts.map((post) => (
        <li key={post.id} className={styles.card}>
          <PostCover post={post} className={styles.cover} />
          <p className={styles.topic}>{post.topic}</p>
          <Heading className={styles.title}>
            <a href={to(`/blog/${post.slug}`)}>{post.title}</a>
          </Heading>
          <p className={styles.summary}>{post.summary}</p>
          <p className={styles.byline}>
            <PostDate date={post.published_at} language={language} />
            <span>
              {post.reading_time} {texts.blog.minutes}
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}
