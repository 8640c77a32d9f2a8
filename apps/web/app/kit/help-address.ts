/** The public pages that a signed-in person reads within the workspace; feeds are for programs and stay where they are. */
const shown =
  /^(?:\/vi)?(\/(?:service|price|contact|blog(?:\/(?!rss\.xml|atom\.xml|select)[^/?]+)?))\/?(\?.*)?$/i;

/**
 * Where a signed-in person reads the public page at this address (path and query, in either language); null where the
 * workspace does not show it.
 */
export function helpAddress(address: string): string | null {
  const [, page, query = ""] = shown.exec(address) ?? [];
  return page ? `/help${page.toLowerCase()}${query}` : null;
}
