import { trimCharactersFromEnd } from "./kit/trim.ts";
import { maximumLinkLength, maximumPreviews } from "./previews.ts";

const linkPattern = /https?:\/\/[^\s<>"'`|\\^{}（）「」『』【】、。]+/giu;

/** Finds the links in a text that get a preview: each link once, without the links in code. */
export function previewableLinks(content: string): string[] {
  const textWithoutCode = content.replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, " ");
  const urls = new Set<string>();
  for (const [link] of textWithoutCode.matchAll(linkPattern)) {
    // Leaves out punctuation and closing brackets after a link, because they belong to the sentence.
    const linkWithoutPunctuation = trimCharactersFromEnd(link, ".,;:!?*_~]");
    const address = link.includes("(")
      ? linkWithoutPunctuation
      : trimCharactersFromEnd(linkWithoutPunctuation, ")");
    const href = URL.canParse(address) ? new URL(address).href : "";
    if (href !== "" && href.length <= maximumLinkLength) urls.add(href);
    if (urls.size === maximumPreviews) break;
  }
  return [...urls];
}

const workspacePathPattern = /^\/(?:chat|codes|projects|teams)\//;

/**
 * Returns the path, query and hash of a link to a page of the site at `origin`, such as
 * `https://example.com`. Null: the link leads elsewhere.
 */
export function workspacePath(href: string, origin: string): string | null {
  const path = href.startsWith(`${origin}/`) ? href.slice(origin.length) : "";
  return workspacePathPattern.test(path) ? path : null;
}
