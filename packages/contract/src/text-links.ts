import { linkPattern, normalizeUrl, trimLink } from "./links.ts";

/** Splits a text that is not Markdown into links and the text between them. `href` is null for text between links. */
export function splitAtLinks(text: string): { text: string; href: string | null }[] {
  const textParts: { text: string; href: string | null }[] = [];
  let end = 0;
  for (const { 0: link, index } of text.matchAll(linkPattern)) {
    const address = trimLink(link);
    const href = normalizeUrl(address);
    if (href === null) continue;
    if (index > end) textParts.push({ text: text.slice(end, index), href: null });
    textParts.push({ text: address, href });
    end = index + address.length;
  }
  if (end < text.length) textParts.push({ text: text.slice(end), href: null });
  return textParts;
}
