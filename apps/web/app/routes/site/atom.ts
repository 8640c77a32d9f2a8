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
import type { Route } from "./+types/atom.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(pageVisitRouterContext);
  const language = siteLanguageOf(visit);
  const { frame, blog } = siteTextsIn(language);
  const address = (page: string) => escapeXml(`${visit.publicUrl}${buildSitePath(page, language)}`);
  const posts = await fetchNewestPosts(visit.call, language);
  const lastChangedAt =
    posts
      .map((post) => post.updated_at)
      .sort()
      .at(-1) ?? "1970-01-01T00:00:00Z";
  const entries = posts.map((post) => {
    const page = address(`/blog/${post.slug}`);
    return `<entry>
<title>${escapeXml(post.title)}</title>
<link href="${page}"/>
<id>urn:uuid:${post.id}</id>
<published>${post.published_at}</published>
<updated>${post.updated_at}</updated>
<author><name>${escapeXml(post.author)}</name></author>
<category term="${escapeXml(post.topic)}"/>
<summary>${escapeXml(post.summary)}</summary>
<content type="html">${escapeXml(makeLinksAbsolute(post.html, visit.publicUrl, page))}</content>
</entry>`;
  });
  return createXmlResponse(
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<title>${escapeXml(`${frame.name} · ${blog.title}`)}</title>
<link href="${address("/blog")}"/>
<link rel="self" href="${address("/blog/atom.xml")}"/>
<id>${address("/blog")}</id>
<updated>${lastChangedAt}</updated>
${entries.join("\n")}
</feed>`,
    "application/atom+xml",
  );
}
