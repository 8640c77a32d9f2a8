import type { PostCard } from "@kakehashi/contract/blog";
import { PageHead } from "../site/page-head.tsx";
import { BlogSearch, PageHeading, PageSection } from "../site/parts.tsx";
import { useSite } from "../site/use-site.ts";
import styles from "./blog-page.module.css";
import { PostCards } from "./post-cards.tsx";

/** The blog posts that match the search. */
export function FoundPosts({ query, posts }: { query: string; posts: readonly PostCard[] }) {
  const { texts, pageAddressOf: to } = useSite();
  const { blog } = texts;
  return (
    <>
      <PageHead
        page="/blog"
        cardPath="blog"
        title={blog.search}
        description={blog.description}
        breadcrumbs={[{ name: blog.title, page: "/blog" }]}
        isIndexed={false}
      />
      <PageHeading title={blog.search} leadText={posts.length === 0 ? blog.nothingFound : blog.lead}>
        <p className={styles.feed}>
          <a href={to("/blog")}>{blog.all}</a>
        </p>
      </PageHeading>
      <BlogSearch query={query} />
      {posts.length > 0 && (
        <PageSection id="found" title={blog.found}>
          <PostCards posts={posts} heading="h3" />
        </PageSection>
      )}
    </>
  );
}
