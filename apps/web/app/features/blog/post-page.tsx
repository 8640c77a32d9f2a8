import type { Post } from "@kakehashi/contract/blog";
import { PageHead } from "../site/page-head.tsx";
import { ContactInvitation, PageSection } from "../site/parts.tsx";
import { useSite } from "../site/use-site.ts";
import { PostArticle } from "./post-article.tsx";
import { PostCards } from "./post-cards.tsx";

export function PostPage({ post }: { post: Post }) {
  const { texts, pageAddressOf: to, publicUrl, language } = useSite();
  const { blog, home } = texts;
  const page = `/blog/${post.slug}`;
  const cardPath = `blog/${post.slug}`;
  return (
    <>
      <PageHead
        page={page}
        title={post.title}
        description={post.summary}
        cardPath={cardPath}
        breadcrumbs={[
          { name: blog.title, page: "/blog" },
          { name: post.title, page },
        ]}
        article={{ publishedAt: post.published_at, updatedAt: post.updated_at }}
        data={[
          {
            "@type": "Article",
            headline: post.title,
            description: post.summary,
            inLanguage: language,
            datePublished: post.published_at,
            dateModified: post.updated_at,
            image: `${publicUrl}/cards/${language}/${cardPath}.png`,
            mainEntityOfPage: `${publicUrl}${to(page)}`,
            author: {
              "@type": post.author === texts.frame.name ? "Organization" : "Person",
              name: post.author,
            },
            publisher: { "@id": `${publicUrl}/#organization` },
          },
        ]}
      />
      <PostArticle post={post} language={language} />
      {post.related.length > 0 && (
        <PageSection id="related" title={blog.related}>
          <PostCards posts={post.related} heading="h3" />
        </PageSection>
      )}
      <ContactInvitation {...home.call} />
    </>
  );
}
