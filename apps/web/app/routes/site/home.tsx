import { listPosts } from "@kakehashi/contract/blog";
import { PostCards } from "../../features/blog/post-cards.tsx";
import { HomePage } from "../../features/site/home.tsx";
import { getDataOrThrow, getPageVisit, siteLanguageOf } from "../../features/site/load.ts";
import { readRedirectNotice } from "../../features/site/notice.ts";
import type { Route } from "./+types/home.ts";

export async function loader(loaderArgs: Route.LoaderArgs) {
  const visit = getPageVisit(loaderArgs);
  const query = { language: siteLanguageOf(visit), paging: 3 };
  const posts = getDataOrThrow(await visit.call(listPosts, { query }));
  return { posts, notice: readRedirectNotice(new URL(loaderArgs.request.url), visit.language) };
}

export default function HomeRoute({ loaderData }: Route.ComponentProps) {
  const { posts, notice } = loaderData;
  return <HomePage notice={notice} posts={posts.length > 0 && <PostCards posts={posts} heading="h3" />} />;
}
