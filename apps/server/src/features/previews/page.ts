import { removeDirectionOverrides } from "@kakehashi/contract/direction";
import { Parser } from "htmlparser2";

export interface PageMetadata {
  title: string;
  description: string | null;
  siteName: string | null;
  /** The URL of the picture as written in the page. It may be relative. */
  imageUrl: string | null;
}

const maximumLengths = { title: 200, description: 400, siteName: 80 } as const;

/**
 * Reads the title, description and picture from the head of a page. Open Graph tags have priority over ordinary tags.
 * Null if the page has no title.
 */
export function parsePageMetadata(body: Buffer, contentType: string): PageMetadata | null {
  const metaTexts = new Map<string, string>();
  let title = "";
  let isInTitle = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === "title" && title === "") isInTitle = true;
      const key = (attributes.property ?? attributes.name ?? "").toLowerCase();
      const { content } = attributes;
      if (name === "meta" && key !== "" && content && !metaTexts.has(key)) metaTexts.set(key, content);
    },
    ontext(text) {
      if (isInTitle && title.length < 1000) title += text;
    },
    onclosetag(name) {
      if (name === "title") isInTitle = false;
    },
  });
  parser.end(decodePage(body, contentType));
  const findFirstMetaText = (maximumLength: number, ...keys: string[]) => {
    for (const key of keys) {
      const tidiedText = tidyText(metaTexts.get(key) ?? "", maximumLength);
      if (tidiedText !== "") return tidiedText;
    }
    return null;
  };
  const metaValue =
    findFirstMetaText(maximumLengths.title, "og:title", "twitter:title") ??
    tidyText(title, maximumLengths.title);
  if (metaValue === "") return null;
  return {
    title: metaValue,
    description: findFirstMetaText(
      maximumLengths.description,
      "og:description",
      "twitter:description",
      "description",
    ),
    siteName: findFirstMetaText(maximumLengths.siteName, "og:site_name", "application-name"),
    imageUrl:
      metaTexts.get("og:image:secure_url") ??
      metaTexts.get("og:image") ??
      metaTexts.get("twitter:image") ??
      null,
  };
}

function tidyText(text: string, maximumLength: number): string {
  const line = removeDirectionOverrides(text.toWellFormed())
    .replaceAll("\u0000", "")
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...line];
  return characters.length <= maximumLength ? line : `${characters.slice(0, maximumLength - 1).join("")}…`;
}

/** Uses the charset of the HTTP header, otherwise the one that the page names. Older Japanese pages are not UTF-8. */
function decodePage(body: Buffer, contentType: string): string {
  const headerCharset = /charset=["']?([\w-]+)/i.exec(contentType)?.[1];
  const pageCharset = /<meta[^<>]+charset=["']?([\w-]+)/i.exec(
    body.subarray(0, 2048).toString("latin1"),
  )?.[1];
  try {
    return new TextDecoder(headerCharset ?? pageCharset ?? "utf-8").decode(body);
  } catch {
    return body.toString("utf8");
  }
}
