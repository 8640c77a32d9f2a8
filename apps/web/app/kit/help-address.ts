/**
 * Matches the addresses of the public pages that the workspace also shows inside itself, below `/help`. Feeds are left
 * out.
 */
const helpPagePattern =
  /^(?:\/vi)?(\/(?:service|price|contact|blog(?:\/(?!rss\.xml|atom\.xml|select)[^/?]+)?))\/?(\?.*)?$/i;

/**
 * Returns the workspace address of a public page. `address` is the page's path and query, in either language. Null if
 * the workspace does not show that page.
 */
export function workspacePathOfPublicPage(address: string): string | null {
  const [, page, query = ""] = helpPagePattern.exec(address) ?? [];
  return page ? `/help${page.toLowerCase()}${query}` : null;
}
