import { listPosts } from "@kakehashi/contract/blog";
import { data } from "react-router";
import { BlogPage, postsPerPage } from "../../features/blog/blog-page.tsx";
import { dataOf, languageOf, visitOf } from "../../features/site/load.ts";
import type { Route } from "./+types/blog.ts";

export async function loader(given: Route.LoaderArgs) {
  const visit = visitOf(given);
  const language = languageOf(visit);
  const asked = new URL(given.request.url).searchParams.get("page") ?? "1";
  if (!/^[1-9]\d{0,3}$/.test(asked)) throw data(null, { status: 404 });
  const [posts, mostViewed] = await Promise.all([
    visit.call(listPosts, { query: { language, page: asked, paging: postsPerPage } }),
    visit.call(listPosts, { query: { language, order: "most_viewed", paging: 5 } }),
  ]);
  if (!posts.ok || (posts.data.length === 0 && posts.meta.page > 1)) throw data(null, { status: 404 });
  return { posts: posts.data, meta: posts.meta, mostViewed: dataOf(mostViewed) };
}

export default function Blog({ loaderData }: Route.ComponentProps) {
  return <BlogPage {...loaderData} />;
}
