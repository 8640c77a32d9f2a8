import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { trimEndOf } from "./kit/trim.ts";

/** The most links of one message that get a preview. */
export const maximumPreviews = 3;

/** The most characters of a link, in a browser's spelling, that gets a preview. */
export const maximumLinkLength = 2_000;

/** What a linked page says about itself, as the server read it. */
export const linkPreview = z
  .object({
    url: z.string().max(maximumLinkLength),
    title: z.string().max(400),
    description: z.string().max(800).nullable(),
    site_name: z.string().max(300),
    /**
     * A small copy of the page's picture on our server, so that readers' browsers do not contact the page.
     */
    image: z.object({ id: idSchema, width: z.number().int(), height: z.number().int() }).nullable(),
  })
  .meta({ id: "LinkPreview" });
export type LinkPreview = z.infer<typeof linkPreview>;

/** The address of the picture's bytes, for `src`. */
export const previewImageAddress = (id: string) => `/api/previews/${id}`;

export const previewImage = endpoint({
  method: "GET",
  path: "/previews/:id",
  guard: "signed-in",
  answers: ["bytes"],
  summary: "A preview's picture (webp).",
  params: z.strictObject({ id: idSchema }),
  data: z.object({}),
});

const links = /https?:\/\/[^\s<>"'`|\\^{}（）「」『』【】、。]+/giu;

/** The links in a text that get a preview: each once, without those in code. */
export function linksOf(content: string): string[] {
  const words = content.replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, " ");
  const urls = new Set<string>();
  for (const [link] of words.matchAll(links)) {
    // Punctuation and closing brackets after a link do not belong to it.
    const sentence = trimEndOf(link, ".,;:!?*_~]");
    const address = link.includes("(") ? sentence : trimEndOf(sentence, ")");
    const href = URL.canParse(address) ? new URL(address).href : "";
    if (href !== "" && href.length <= maximumLinkLength) urls.add(href);
    if (urls.size === maximumPreviews) break;
  }
  return [...urls];
}
