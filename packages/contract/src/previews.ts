import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { trimEndOf } from "./kit/trim.ts";

/** Links of one message that get a preview at most. */
export const maximumPreviews = 3;

/** Characters of a link, as a browser would ask for it, that gets a preview at most. */
export const maximumLinkLength = 2_000;

/** What a linked page says of itself, as the server read it. */
export const linkPreview = z
  .object({
    url: z.string().max(maximumLinkLength),
    title: z.string().max(400),
    description: z.string().max(800).nullable(),
    site_name: z.string().max(300),
    /** A small copy of the page's picture, kept by the server: no reader's browser asks the page for it. */
    image: z.object({ id: idSchema, width: z.number().int(), height: z.number().int() }).nullable(),
  })
  .meta({ id: "LinkPreview" });
export type LinkPreview = z.infer<typeof linkPreview>;

/** Where the picture's bytes are, for `src`. */
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

/** The addresses in a text that a preview is made of: each once, code left out. */
export function linksOf(content: string): string[] {
  const words = content.replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, " ");
  const found = new Set<string>();
  for (const [link] of words.matchAll(links)) {
    // What ends a sentence or closes a bracket around an address is no part of it.
    const sentence = trimEndOf(link, ".,;:!?*_~]");
    const address = link.includes("(") ? sentence : trimEndOf(sentence, ")");
    const href = URL.canParse(address) ? new URL(address).href : "";
    if (href !== "" && href.length <= maximumLinkLength) found.add(href);
    if (found.size === maximumPreviews) break;
  }
  return [...found];
}
