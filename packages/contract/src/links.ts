import { trimCharactersFromEnd } from "./kit/trim.ts";
import { maximumPreviewLinkLength, maximumPreviewsPerMessage } from "./previews.ts";

/** Matches a web address in a text, with the punctuation after it. */
export const linkPattern = /https?:\/\/[^\s<>"'`|\\^{}（）「」『』【】、。]+/giu;

/** Finds the links in a text for previews. Each link is returned once; links inside code are ignored. */
export function findPreviewableLinks(content: string): string[] {
  const textWithoutCode = content.replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, " ");
  const urls = new Set<string>();
  for (const [link] of textWithoutCode.matchAll(linkPattern)) {
    const href = normalizeUrl(trimLink(link));
    if (href !== null) urls.add(href);
    if (urls.size === maximumPreviewsPerMessage) break;
  }
  return [...urls];
}

/**
 * Returns a link as it stands in a text, without the punctuation and closing brackets after it. A `)` at the end stays
 * if the link contains a `(`.
 */
export function trimLink(link: string): string {
  const linkWithoutPunctuation = trimCharactersFromEnd(link, ".,;:!?*_~]");
  return link.includes("(") ? linkWithoutPunctuation : trimCharactersFromEnd(linkWithoutPunctuation, ")");
}

/** Returns the normalized URL of an address. Null if it is not a URL or is too long for a link. */
export function normalizeUrl(address: string): string | null {
  const href = URL.canParse(address) ? new URL(address).href : "";
  return href !== "" && href.length <= maximumPreviewLinkLength ? href : null;
}

const workspacePathPattern = /^\/(?:chat|codes|projects|teams)\//;

/**
 * Returns the path, query and hash of a link to a chat, code, project or team page of the site at `origin`, such as
 * `https://example.com`. Null: the link leads to another site or to any other address of this site.
 */
export function findWorkspacePath(href: string, origin: string): string | null {
  const path = href.startsWith(`${origin}/`) ? href.slice(origin.length) : "";
  return workspacePathPattern.test(path) ? path : null;
}
