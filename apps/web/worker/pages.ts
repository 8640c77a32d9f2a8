/** Returns the most specific route pattern that an address matches. Undefined if none matches. */
export function findRoutePattern(pathname: string, pages: readonly string[]): string | undefined {
  const pathParts = splitPath(pathname);
  const matchingPages = pages.filter((page) => matchesPage(pathParts, splitPath(page)));
  return matchingPages.sort((a, b) => countParameters(a) - countParameters(b))[0];
}

/**
 * Returns an address that matches a route pattern, with `-` for each parameter. The server sends the same shell (an
 * empty page) for all values, so one cached shell is enough for the pattern.
 */
export function genericAddressOf(page: string): string {
  const requiredParts = splitPath(page).filter((part) => !part.endsWith("?"));
  return `/${requiredParts.map((part) => (part.startsWith(":") ? "-" : part)).join("/")}`;
}

const splitPath = (path: string) => path.split("/").filter(Boolean);
const countParameters = (page: string) => page.split(":").length;

function matchesPage(parts: readonly string[], page: readonly string[]): boolean {
  const requiredCount = page.filter((part) => !part.endsWith("?")).length;
  if (parts.length > page.length || parts.length < requiredCount) return false;
  return parts.every((part, index) => page[index]?.startsWith(":") || page[index] === part);
}
