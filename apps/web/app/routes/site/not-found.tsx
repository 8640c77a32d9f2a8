import { listPosts } from "@kakehashi/contract/blog";
import { data } from "react-router";
import { PostCards } from "../../features/blog/post-cards.tsx";
import { getPageVisit, siteLanguageOf } from "../../features/site/load.ts";
import { NotFoundPage } from "../../features/site/not-found.tsx";
import { uncachedPageHandle } from "../../kit/page.ts";
import type { Route } from "./+types/not-found.ts";

export const handle = uncachedPageHandle;

/** The server renders this page for a signed-out visitor at an unknown address. */
export async function loader(loaderArgs: Route.LoaderArgs) {
  const visit = getPageVisit(loaderArgs);
  const posts = await visit.call(listPosts, { query: { language: siteLanguageOf(visit), paging: 3 } });
  const path = new URL(loaderArgs.request.url).searchParams.get("path") ?? "";
  return data({ path, posts: posts.ok ? posts.data : [] }, { status: 404 });
}

export default function NotFound({ loaderData: { path, posts } }: Route.ComponentProps) {
  return <NotFoundPage path={path} posts={posts.length > 0 && <PostCards posts={posts} heading="h3" />} />;
}
