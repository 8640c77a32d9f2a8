import { pageVisitRouterContext } from "../../kit/visit.ts";
import type { Route } from "./+types/robots.ts";

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(pageVisitRouterContext);
  const lines = [
    "User-agent: *",
    // The pictures of posts are below `/api`, which is otherwise closed to crawlers. So allow them.
    "Allow: /api/blog/pictures/",
    "Disallow: /api/",
    "",
    `Sitemap: ${publicUrl}/sitemap.xml`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" },
  });
}
