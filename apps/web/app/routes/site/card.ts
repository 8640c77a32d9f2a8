import { getPost } from "@kakehashi/contract/blog";
import { data } from "react-router";
import { siteTextsIn } from "../../features/site/texts/texts.ts";
import { pageVisitRouterContext } from "../../kit/visit.ts";
import type { Route } from "./+types/card.ts";

const cardPages = ["service", "price", "blog", "contact", "policy", "privacy", "cookies"] as const;

/**
 * The route `/cards/{language}/{page}.png`. It draws the social card of a page, the picture that social networks show
 * for it.
 */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const [, language, page = ""] = /^(en|vi)\/(.+)\.png$/.exec(params["*"]) ?? [];
  // Refuse other spellings of the same address, such as %61 for an a. The server caches each address, and must not
  // cache a card twice.
  const isCanonicalAddress = new URL(request.url).pathname === `/cards/${params["*"]}`;
  if (!isCanonicalAddress || (language !== "en" && language !== "vi")) throw data(null, { status: 404 });
  const texts = siteTextsIn(language);
  const pageName = cardPages.find((name) => name === page);
  let title: string;
  let smallTitle: string;
  if (page === "home") {
    title = texts.home.headline.join(" ");
    smallTitle = texts.home.kicker;
  } else if (pageName) {
    title = texts[pageName].headline;
    smallTitle = texts[pageName].title;
  } else {
    const slug = /^blog\/([a-z0-9-]+)$/.exec(page)?.[1];
    const post = slug
      ? await context.get(pageVisitRouterContext).call(getPost, { params: { slug }, query: { language } })
      : undefined;
    if (!post?.ok) throw data(null, { status: 404 });
    title = post.data.title;
    smallTitle = `${texts.blog.title} · ${post.data.topic}`;
  }
  // Load the drawing libraries at the first request, because they take 20 MB of memory.
  const { socialCardImageOf } = await import("../../features/site/card.ts");
  return new Response(new Uint8Array(await socialCardImageOf(title, smallTitle)), {
    headers: { "content-type": "image/png", "cache-control": "public, max-age=86400" },
  });
}
