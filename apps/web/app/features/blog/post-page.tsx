import type { Post } from "@kakehashi/contract/blog";
import { Cover } from "../site/art.tsx";
import { PageHead } from "../site/page-head.tsx";
import { Call, Section } from "../site/parts.tsx";
import { useSite } from "../site/use-site.ts";
import { PostCards, PostDate } from "./post-cards.tsx";
import styles from "./post-page.module.css";

export function PostPage({ post }: { post: Post }) {
  const { texts, to, publicUrl, language } = useSite();
  const { blog, home } = texts;
  const page = `/blog/${post.slug}`;
  const card = `blog/${post.slug}`;
  return (
    <>
      <PageHead
        page={page}
        title={post.title}
        description={post.summary}
        card={card}
        trail={[
          { name: blog.title, page: "/blog" },
          { name: post.title, page },
        ]}
        article={{ published: post.published_at, updated: post.updated_at }}
        data={[
          {
            "@type": "Article",
            headline: post.title,
            description: post.summary,
            inLanguage: language,
            datePublished: post.published_at,
            dateModified: post.updated_at,
            image: `${publicUrl}/cards/${language}/${card}.png`,
            mainEntityOfPage: `${publicUrl}${to(page)}`,
            author: { "@type": "Organization", name: post.author },
            publisher: { "@id": `${publicUrl}/#organization` },
          },
        ]}
      />
      <article className={styles.article}>
        <header className={styles.head}>
          <nav aria-label={texts.frame.breadcrumb} className={styles.trail}>
            <a href={to("/blog")}>{blog.title}</a>
            <span aria-hidden="true">/</span>
            <span>{post.topic}</span>
          </nav>
          <h1 className={styles.title}>{post.title}</h1>
          <p className={styles.summary}>{post.summary}</p>
          <p className={styles.facts}>
            <span>
              {blog.by} {post.author}
            </span>
            <PostDate date={post.published_at} />
            <span>
              {post.reading_time} {blog.minutes}
            </span>
          </p>
        </header>
        <Cover name={post.cover} className={styles.cover} />
        <div className={styles.two}>
          {post.headings.length > 1 && (
            <nav className={styles.contents} aria-labelledby="contents">
              <h2 id="contents" className={styles.label}>
                {blog.contents}
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
      {post.related.length > 0 && (
        <Section id="related" title={blog.related}>
          <PostCards posts={post.related} heading="h3" />
        </Section>
      )}
      <Call {...home.call} />
    </>
  );
}
