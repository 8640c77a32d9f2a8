/** The public pages that the workspace can show itself. Feeds are not among them. */
const helpPages =
  /^(?:\/vi)?(\/(?:service|price|contact|blog(?:\/(?!rss\.xml|atom\.xml|select)[^/?]+)?))\/?(\?.*)?$/i;

/**
 * The workspace address of a public page (path and query, in either language). Null if the workspace does not show it.
 */
export function helpAddress(address: string): string | null {
  const [, page, query = ""] = helpPages.exec(address) ?? [];
  return page ? `/help${page.toLowerCase()}${query}` : null;
}
