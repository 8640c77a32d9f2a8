import { getPost } from "@kakehashi/contract/blog";
import { redirect } from "react-router";
import { PostPage } from "../../features/blog/post-page.tsx";
import { siteAddress } from "../../features/site/addresses.ts";
import { dataOf, languageOf, visitOf } from "../../features/site/load.ts";
import type { Route } from "./+types/post.ts";

export async function loader(given: Route.LoaderArgs) {
  const visit = visitOf(given);
  const language = languageOf(visit);
  // The file that tells one page's route from another is the same in both languages; so is its parameter.
  const { slug = "" } = given.params as { slug?: string };
  // The placeholder of the specification's own list leads to the list.
  if (slug === "_id") throw redirect(siteAddress("/blog", language));
  // Whoever types an address off a slide may begin it with a capital.
  const params = { slug: slug.toLowerCase() };
  const post = dataOf(await visit.call(getPost, { params, query: { language } }));
  // A former address, or the id, leads to the present one for good.
  if (post.slug !== slug) throw redirect(siteAddress(`/blog/${post.slug}`, language), 301);
  return { post };
}

export default function Post({ loaderData }: Route.ComponentProps) {
  return <PostPage post={loaderData.post} />;
}
