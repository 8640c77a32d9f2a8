import { listPosts } from "@kakehashi/contract/blog";
import { maximumPageSize } from "@kakehashi/contract/kit/page";
import { data } from "react-router";
import { BlogPage, postsPerPage } from "../../features/blog/blog-page.tsx";
import { findPosts } from "../../features/blog/find-posts.ts";
import { FoundPosts } from "../../features/blog/found-posts.tsx";
import { getDataOrThrow, getPageVisit, siteLanguageOf } from "../../features/site/load.ts";
import { maxBlogSearchLength } from "../../features/site/parts.tsx";
import type { Route } from "./+types/blog.ts";

export async function loader(loaderArgs: Route.LoaderArgs) {
  const visit = getPageVisit(loaderArgs);
  const language = siteLanguageOf(visit);
  const { searchParams } = new URL(loaderArgs.request.url);
  const query = searchParams.get("q")?.trim().slice(0, maxBlogSearchLength);
  if (query) {
    // A search looks only through the newest hundred posts. A new blog has six.
    const newestPosts = await visit.call(listPosts, { query: { language, paging: maximumPageSize } });
    return { query, posts: findPosts(getDataOrThrow(newestPosts), query) };
  }
  const page = searchParams.get("page") ?? "1";
  if (!/^[1-9]\d{0,3}$/.test(page)) throw data(null, { status: 404 });
  const [posts, mostViewedPosts] = await Promise.all([
    visit.call(listPosts, { query: { language, page, paging: postsPerPage } }),
    visit.call(listPosts, { query: { language, order: "most_viewed", paging: 5 } }),
  ]);
  if (!posts.ok || (posts.data.length === 0 && posts.meta.page > 1)) throw data(null, { status: 404 });
  return { posts: posts.data, meta: posts.meta, mostViewed: getDataOrThrow(mostViewedPosts) };
}

export default function BlogRoute({ loaderData }: Route.ComponentProps) {
  return loaderData.query !== undefined ? <FoundPosts {...loaderData} /> : <BlogPage {...loaderData} />;
}
