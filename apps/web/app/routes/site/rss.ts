import { buildSitePath } from "../../features/site/addresses.ts";
import {
  createXmlResponse,
  escapeXml,
  fetchNewestPosts,
  makeLinksAbsolute,
} from "../../features/site/feeds.ts";
import { siteLanguageOf } from "../../features/site/load.ts";
import { siteTextsIn } from "../../features/site/texts/texts.ts";
import { pageVisitRouterContext } from "../../kit/visit.ts";
import type { Route } from "./+types/rss.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(pageVisitRouterContext);
  const language = siteLanguageOf(visit);
  const { frame, blog } = siteTextsIn(language);
  const address = (page: string) => escapeXml(`${visit.publicUrl}${buildSitePath(page, language)}`);
  const items = (await fetchNewestPosts(visit.call, language)).map((post) => {
    const page = address(`/blog/${post.slug}`);
    return `<item>
<title>${escapeXml(post.title)}</title>
<link>${page}</link>
<guid isPermaLink="false">${post.id}</guid>
<pubDate>${new Date(post.published_at).toUTCString()}</pubDate>
<category>${escapeXml(post.topic)}</category>
<description>${escapeXml(post.summary)}</description>
<content:encoded>${escapeXml(makeLinksAbsolute(post.html, visit.publicUrl, page))}</content:encoded>
</item>`;
  });
  return createXmlResponse(
    `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel>
<title>${escapeXml(`${frame.name} · ${blog.title}`)}</title>
<link>${address("/blog")}</link>
<description>${escapeXml(blog.description)}</description>
<language>${language}</language>
<atom:link href="${address("/blog/rss.xml")}" rel="self" type="application/rss+xml"/>
${items.join("\n")}
</channel>
</rss>`,
    "application/rss+xml",
  );
}
