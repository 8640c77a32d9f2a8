import { getPost } from "@kakehashi/contract/blog";
import { data } from "react-router";
import { siteTexts } from "../../features/site/texts/texts.ts";
import { visitContext } from "../../kit/visit.ts";
import type { Route } from "./+types/card.ts";

const pages = ["service", "price", "blog", "contact", "policy", "privacy", "cookies"] as const;

/** `/cards/{language}/{page}.png`: the picture that other sites show beside a link to the page. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const [, language, page = ""] = /^(en|vi)\/(.+)\.png$/.exec(params["*"]) ?? [];
  // Spelled in one way only (no %61 for an a): the server keeps a copy for each address.
  const isPlain = new URL(request.url).pathname === `/cards/${params["*"]}`;
  if (!isPlain || (language !== "en" && language !== "vi")) throw data(null, { status: 404 });
  const texts = siteTexts(language);
  const known = pages.find((name) => name === page);
  let title: string;
  let kicker: string;
  if (page === "home") {
    title = texts.home.headline.join(" ");
    kicker = texts.home.kicker;
  } else if (known) {
    title = texts[known].headline;
    kicker = texts[known].title;
  } else {
    const slug = /^blog\/([a-z0-9-]+)$/.exec(page)?.[1];
    const post = slug
      ? await context.get(visitContext).call(getPost, { params: { slug }, query: { language } })
      : undefined;
    if (!post?.ok) throw data(null, { status: 404 });
    title = post.data.title;
    kicker = `${texts.blog.title} · ${post.data.topic}`;
  }
  // With the first card: the libraries that draw take 20 MB, which a server without such readers has no use for.
  const { cardFor } = await import("../../features/site/card.ts");
  return new Response(new Uint8Array(await cardFor(title, kicker)), {
    headers: { "content-type": "image/png", "cache-control": "public, max-age=86400" },
  });
}
