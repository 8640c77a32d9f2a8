import type { Language } from "@kakehashi/contract/languages";
import { buildSitePath, pageLanguagesOf, sitePages } from "../../features/site/addresses.ts";
import { createXmlResponse, escapeXml, fetchAllPosts } from "../../features/site/feeds.ts";
import { pageVisitRouterContext } from "../../kit/visit.ts";
import type { Route } from "./+types/sitemap.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, call } = context.get(pageVisitRouterContext);
  const posts = await fetchAllPosts(call, "en");
  const pages = [
    ...sitePages.map((page) => ({ page: page as string, changed: undefined })),
    ...posts.map((post) => ({ page: `/blog/${post.slug}`, changed: post.updated_at.slice(0, 10) })),
  ];
  const address = (page: string, language: Language) =>
    escapeXml(`${publicUrl}${buildSitePath(page, language)}`);
  const entries = pages.flatMap(({ page, changed }) =>
    pageLanguagesOf(page).map((language) => {
      const alternateLinks = pageLanguagesOf(page).map(
        (alternate) =>
          `<xhtml:link rel="alternate" hreflang="${alternate}" href="${address(page, alternate)}"/>`,
      );
      const lastModifiedTag = changed ? `<lastmod>${changed}</lastmod>` : "";
      return `<url><loc>${address(page, language)}</loc>${lastModifiedTag}${alternateLinks.join("")}</url>`;
    }),
  );
  return createXmlResponse(
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join("\n")}
</urlset>`,
    "application/xml",
  );
}
