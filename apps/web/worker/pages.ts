/** Returns the most specific route pattern that an address matches. Undefined if none matches. */
export function findRoutePattern(pathname: string, routePatterns: readonly string[]): string | undefined {
  const pathParts = splitPath(pathname);
  const matchingPatterns = routePatterns.filter((pattern) => matchesPage(pathParts, splitPath(pattern)));
  return matchingPatterns.sort((a, b) => countParameters(a) - countParameters(b))[0];
}

/**
 * Returns an address that matches a route pattern, with `-` for each parameter. The server sends the same shell (an
 * empty page) for all values, so one cached shell is enough for the pattern.
 */
export function createGenericAddress(routePattern: string): string {
  const requiredParts = splitPath(routePattern).filter((pathPart) => !pathPart.endsWith("?"));
  return `/${requiredParts.map((part) => (part.startsWith(":") ? "-" : part)).join("/")}`;
}

const splitPath = (path: string) => path.split("/").filter(Boolean);
const countParameters = (page: string) => page.split(":").length;

function matchesPage(pathParts: readonly string[], page: readonly string[]): boolean {
  const requiredCount = page.filter((patternPart) => !patternPart.endsWith("?")).length;
  if (pathParts.length > page.length || pathParts.length < requiredCount) return false;
  return pathParts.every((pathPart, index) => page[index]?.startsWith(":") || page[index] === pathPart);
}
