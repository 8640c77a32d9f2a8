import { getPost } from "@kakehashi/contract/blog";
import { redirect } from "react-router";
import { PostPage } from "../../features/blog/post-page.tsx";
import { buildSitePath } from "../../features/site/addresses.ts";
import { getDataOrThrow, getPageVisit, siteLanguageOf } from "../../features/site/load.ts";
import type { Route } from "./+types/post.ts";

export async function loader(loaderArgs: Route.LoaderArgs) {
  const visit = getPageVisit(loaderArgs);
  const language = siteLanguageOf(visit);
  // The cast is safe: the English and the Vietnamese route share this file, and both have the parameter `slug`.
  const { slug = "" } = loaderArgs.params as { slug?: string };
  if (slug === "_id") throw redirect(buildSitePath("/blog", language));
  // Ignore capital letters, because people may type the address.
  const params = { slug: slug.toLowerCase() };
  const post = getDataOrThrow(await visit.call(getPost, { params, query: { language } }));
  // For an old slug or an id of a post, redirect permanently to the post's current address.
  if (post.slug !== slug) throw redirect(buildSitePath(`/blog/${post.slug}`, language), 301);
  return { post };
}

export default function PostRoute({ loaderData }: Route.ComponentProps) {
  return <PostPage post={loaderData.post} />;
}
