import type { PostCard } from "@kakehashi/contract/blog";
import type { PageMeta } from "@kakehashi/contract/kit/page";
import { PostCover } from "../site/art.tsx";
import { PageHead } from "../site/page-head.tsx";
import { BlogSearch, PageHeading, PageSection } from "../site/parts.tsx";
import { useSite } from "../site/use-site.ts";
import styles from "./blog-page.module.css";
import { PostCards } from "./post-cards.tsx";
import { PostDate } from "./post-date.tsx";

/** The blog shows this many posts per page. On the first page, the newest post is shown large. */
export const postsPerPage = 12;

interface BlogPageProps {
  posts: readonly PostCard[];
  mostViewed: readonly PostCard[];
  meta: PageMeta;
}

export function BlogPage({ posts, mostViewed, meta }: BlogPageProps) {
  const { texts, pageAddressOf: to, language, isInWorkspace } = useSite();
  const { blog } = texts;
  const [newestPost] = posts;
  const isFirstPage = meta.page === 1;
  const page = isFirstPage ? "/blog" : `/blog?page=${meta.page}`;
  const title = isFirstPage ? blog.title : `${blog.title}, ${blog.page.toLowerCase()} ${meta.page}`;
  return (
    <>
      <PageHead
        page={page}
        cardPath="blog"
        title={title}
        description={isFirstPage ? blog.description : `${title}. ${blog.description}`}
        breadcrumbs={[{ name: blog.title, page: "/blog" }]}
      />
      <PageHeading title={blog.headline} leadText={blog.lead}>
        <p className={styles.feed}>
          <a href={to("/blog/rss.xml")}>{blog.feed}</a>
        </p>
      </PageHeading>
      {newestPost && !isInWorkspace && <BlogSearch />}
      {!newestPost && <p className={styles.empty}>{blog.empty}</p>}
      {newestPost && isFirstPage && (
        <div className={styles.newestPost}>
          <section aria-labelledby="latest">
            <h2 id="latest" className={styles.label}>
              {blog.latest}
            </h2>
            <article className={styles.newest}>
              <PostCover post={newestPost} className={styles.cover} />
              <p className={styles.topic}>{newestPost.topic}</p>
              <h3 className={styles.title}>
                <a href={to(`/blog/${newestPost.slug}`)}>{newestPost.title}</a>
              </h3>
              <p className={styles.summary}>{newestPost.summary}</p>
              <p className={styles.byline}>
                <PostDate date={newestPost.published_at} language={language} /> · {newestPost.reading_time}{" "}
                {blog.minutes}
              </p>
            </article>
          </section>
          <section aria-labelledby="most-viewed">
            <h2 id="most-viewed" className={styles.label}>
              {blog.mostViewed}
            </h2>
            <ol className={styles.ranking}>
              {mostViewed.map((post, index) => (
                <li key={post.id}>
                  <span className={styles.rank} aria-hidden="true">
                    {index + 1}
                  </span>
                  <div>
                    <h3 className={styles.rankedTitle}>
                      <a href={to(`/blog/${post.slug}`)}>{post.title}</a>
                    </h3>
                    <p className={styles.byline}>
                      {post.topic} · {post.reading_time} {blog.minutes}
                    </p>
                  </div>
                </li>
              ))}
            </ol>
          </section>
        </div>
      )}
      {newestPost && (
        <PageSection id="all" title={blog.all}>
          <PostCards posts={posts} heading="h3" />
          {(meta.page > 1 || meta.has_more) && (
            <nav className={styles.pages} aria-label={blog.page}>
              {meta.page > 1 && (
                <a href={to(meta.page === 2 ? "/blog" : `/blog?page=${meta.page - 1}`)} rel="prev">
                  {blog.newer}
                </a>
              )}
              {meta.has_more && (
                <a href={to(`/blog?page=${meta.page + 1}`)} rel="next">
                  {blog.older}
                </a>
              )}
            </nav>
          )}
        </PageSection>
      )}
    </>
  );
}
