import { getPost } from "@kakehashi/contract/blog";
import { useQuery } from "@tanstack/react-query";
import { PostPage } from "../../features/blog/post-page.tsx";
import { useSite } from "../../features/site/use-site.ts";
import { call } from "../../kit/api.ts";
import type { Route } from "./+types/help-post.ts";
import { HelpPageForQuery } from "./help-loaded.tsx";

export default function HelpPost({ params: { slug } }: Route.ComponentProps) {
  const { language } = useSite();
  const query = useQuery({
    queryKey: ["help", "post", slug, language],
    queryFn: async ({ signal }) =>
      (await call(getPost, { params: { slug: slug.toLowerCase() }, query: { language }, signal })).data,
  });
  return <HelpPageForQuery query={query}>{(post) => <PostPage post={post} />}</HelpPageForQuery>;
}
