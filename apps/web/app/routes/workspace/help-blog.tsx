import { listPosts } from "@kakehashi/contract/blog";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { BlogPage, postsPerPage } from "../../features/blog/blog-page.tsx";
import { useSite } from "../../features/site/use-site.ts";
import { call } from "../../kit/api.ts";
import { HelpPageForQuery } from "./help-loaded.tsx";

export default function HelpBlog() {
  const { language } = useSite();
  const [search] = useSearchParams();
  const pageParam = search.get("page") ?? "";
  const page = /^[1-9]\d{0,3}$/.test(pageParam) ? pageParam : "1";
  const query = useQuery({
    queryKey: ["help", "posts", language, page],
    queryFn: async ({ signal }) => {
      const [posts, mostViewedPosts] = await Promise.all([
        call(listPosts, { query: { language, page, paging: postsPerPage }, signal }),
        call(listPosts, { query: { language, order: "most_viewed", paging: 5 }, signal }),
      ]);
      return { posts: posts.data, meta: posts.meta, mostViewed: mostViewedPosts.data };
    },
  });
  return <HelpPageForQuery query={query}>{(blogData) => <BlogPage {...blogData} />}</HelpPageForQuery>;
}
