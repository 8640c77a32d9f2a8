import { trimCharactersFromEnd } from "./kit/trim.ts";
import { maximumLinkLength, maximumPreviews } from "./previews.ts";

const linkPattern = /https?:\/\/[^\s<>"'`|\\^{}（）「」『』【】、。]+/giu;

/** Finds the links in a text for previews. Each link is returned once; links inside code are ignored. */
export function previewableLinks(content: string): string[] {
  const textWithoutCode = content.replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, " ");
  const urls = new Set<string>();
  for (const [link] of textWithoutCode.matchAll(linkPattern)) {
    const href = hrefOf(addressOf(link));
    if (href !== null) urls.add(href);
    if (urls.size === maximumPreviews) break;
  }
  return [...urls];
}

/** Returns a link as it stands in a text, without the punctuation and closing brackets after it. */
function addressOf(link: string): string {
  const linkWithoutPunctuation = trimCharactersFromEnd(link, ".,;:!?*_~]");
  return link.includes("(") ? linkWithoutPunctuation : trimCharactersFromEnd(linkWithoutPunctuation, ")");
}

function hrefOf(address: string): string | null {
  const href = URL.canParse(address) ? new URL(address).href : "";
  return href !== "" && href.length <= maximumLinkLength ? href : null;
}

/** Splits a text that is no Markdown at its links. `href` is null for the text between them. */
export function splitAtLinks(text: string): { text: string; href: string | null }[] {
  const parts: { text: string; href: string | null }[] = [];
  let end = 0;
  for (const { 0: link, index } of text.matchAll(linkPattern)) {
    const address = addressOf(link);
    const href = hrefOf(address);
    if (href === null) continue;
    if (index > end) parts.push({ text: text.slice(end, index), href: null });
    parts.push({ text: address, href });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}

const workspacePathPattern = /^\/(?:chat|codes|projects|teams)\//;

/**
 * Returns the path, query and hash of a link to a page of the site at `origin`, such as `https://example.com`. Null:
 * the link leads to another site, or not to a page.
 */
export function workspacePath(href: string, origin: string): string | null {
  const path = href.startsWith(`${origin}/`) ? href.slice(origin.length) : "";
  return workspacePathPattern.test(path) ? path : null;
}
