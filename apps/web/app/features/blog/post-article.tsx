import type { Post } from "@kakehashi/contract/blog";
import { buildSitePath, type SiteLanguage } from "../site/addresses.ts";
import { PostCover } from "../site/art.tsx";
import { postInterfaceTexts } from "../site/post-interface-texts.ts";
import styles from "./post-article.module.css";
import { PostDate } from "./post-date.tsx";

export type DisplayedPost = Pick<
  Post,
  | "slug"
  | "title"
  | "summary"
  | "topic"
  | "cover"
  | "author"
  | "published_at"
  | "reading_time"
  | "headings"
  | "html"
>;

/** A blog post as its readers see it. Used on its page and in the editor's preview. */
export function PostArticle({ post, language }: { post: DisplayedPost; language: SiteLanguage }) {
  const words = postInterfaceTexts[language];
  return (
    <article className={styles.article}>
      <header className={styles.head}>
        <nav aria-label={words.breadcrumb} className={styles.trail}>
          <a href={buildSitePath("/blog", language)}>{words.title}</a>
          <span aria-hidden="true">/</span>
          <span>{post.topic}</span>
        </nav>
        <h1 className={styles.title}>{post.title}</h1>
        <p className={styles.summary}>{post.summary}</p>
        <p className={styles.byline}>
          <span>
            {words.by} {post.author}
          </span>
          <PostDate date={post.published_at} language={language} />
          <span>
            {post.reading_time} {words.minutes}
          </span>
        </p>
      </header>
      <PostCover post={post} className={styles.cover} />
      <div className={styles.twoColumns}>
        {post.headings.length > 1 && (
          <nav className={styles.contents} aria-labelledby="contents">
            <h2 id="contents" className={styles.label}>
              {words.contents}
            </h2>
            <ul>
              {post.headings.map(({ id, text }) => (
                <li key={id}>
                  <a href={`#${id}`}>{text}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div
          className={styles.body}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: made by the server from Markdown that lets no HTML through
          dangerouslySetInnerHTML={{ __html: post.html }}
        />
      </div>
    </article>
  );
}
