import { listPosts } from "@kakehashi/contract/blog";
import { PostCards } from "../../features/blog/post-cards.tsx";
import { HomePage } from "../../features/site/home.tsx";
import { dataOf, languageOf, visitOf } from "../../features/site/load.ts";
import type { Route } from "./+types/home.ts";

export async function loader(given: Route.LoaderArgs) {
  const visit = visitOf(given);
  const query = { language: languageOf(visit), paging: 3 };
  const posts = dataOf(await visit.call(listPosts, { query }));
  const closed = new URL(given.request.url).searchParams.get("notice") === "closed";
  return { posts, closed };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { posts, closed } = loaderData;
  return <HomePage closed={closed} posts={posts.length > 0 && <PostCards posts={posts} heading="h3" />} />;
}
