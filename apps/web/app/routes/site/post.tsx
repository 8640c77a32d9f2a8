import { getPost } from "@kakehashi/contract/blog";
import { redirect } from "react-router";
import { PostPage } from "../../features/blog/post-page.tsx";
import { siteAddress } from "../../features/site/addresses.ts";
import { dataOrThrow, getVisit, siteLanguageOf } from "../../features/site/load.ts";
import type { Route } from "./+types/post.ts";

export async function loader(loaderArgs: Route.LoaderArgs) {
  const visit = getVisit(loaderArgs);
  const language = siteLanguageOf(visit);
  // The same file serves both languages, with the same parameter.
  const { slug = "" } = loaderArgs.params as { slug?: string };
  // `/blog/select`, an address of the specification, redirects to the list.
  if (slug === "_id") throw redirect(siteAddress("/blog", language));
  // Ignore capital letters in typed addresses.
  const params = { slug: slug.toLowerCase() };
  const post = dataOrThrow(await visit.call(getPost, { params, query: { language } }));
  // An old address, or the id, redirects permanently to the current one.
  if (post.slug !== slug) throw redirect(siteAddress(`/blog/${post.slug}`, language), 301);
  return { post };
}

export default function Post({ loaderData }: Route.ComponentProps) {
  return <PostPage post={loaderData.post} />;
}
