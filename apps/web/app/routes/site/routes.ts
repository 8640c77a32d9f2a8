import { layout, type RouteConfigEntry, route } from "@react-router/dev/routes";

const siteFolder = "routes/site";

/** Returns the routes of the public pages in one language. A route's id is its file name and the language. */
function createSiteRoutes(prefix: string, language: string): RouteConfigEntry {
  const page = (path: string, file: string) =>
    route(`${prefix}${path}`.replace(/^\/|\/$/g, "") || "/", `${siteFolder}/${file}`, {
      id: `${file}-${language}`,
    });
  return layout(`${siteFolder}/layout.tsx`, { id: `site-${language}` }, [
    page("/", "home.tsx"),
    page("/service", "service.tsx"),
    page("/price", "price.tsx"),
    page("/blog", "blog.tsx"),
    page("/blog/:slug", "post.tsx"),
    page("/contact", "contact.tsx"),
    page("/policy", "policy.tsx"),
    page("/privacy", "privacy.tsx"),
    page("/cookies", "cookies.tsx"),
    page("/not-found", "not-found.tsx"),
  ]);
}

/** The public pages, feeds and files for search engines. */
export const siteRoutes: RouteConfigEntry[] = [
  createSiteRoutes("", "en"),
  createSiteRoutes("/vi", "vi"),
  layout(`${siteFolder}/layout.tsx`, { id: "site-ja" }, [
    route("ja/privacy", `${siteFolder}/privacy.tsx`, { id: "privacy.tsx-ja" }),
  ]),
  route("blog/rss.xml", `${siteFolder}/rss.ts`, { id: "rss-en" }),
  route("vi/blog/rss.xml", `${siteFolder}/rss.ts`, { id: "rss-vi" }),
  route("blog/atom.xml", `${siteFolder}/atom.ts`, { id: "atom-en" }),
  route("vi/blog/atom.xml", `${siteFolder}/atom.ts`, { id: "atom-vi" }),
  route("cards/*", `${siteFolder}/card.ts`),
  route("sitemap.xml", `${siteFolder}/sitemap.ts`),
  route("robots.txt", `${siteFolder}/robots.ts`),
];
