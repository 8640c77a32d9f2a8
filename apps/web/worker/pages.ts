/** The route pattern that an address matches: the most specific one. */
export function pageOf(pathname: string, pages: readonly string[]): string | undefined {
  const parts = partsOf(pathname);
  const fitting = pages.filter((page) => fits(parts, partsOf(page)));
  return fitting.sort((a, b) => parametersIn(a) - parametersIn(b))[0];
}

/** The address of a page with its parameters removed. The server sends the same page for all of them. */
export function sampleOf(page: string): string {
  const parts = partsOf(page).filter((part) => !part.endsWith("?"));
  return `/${parts.map((part) => (part.startsWith(":") ? "-" : part)).join("/")}`;
}

const partsOf = (path: string) => path.split("/").filter(Boolean);
const parametersIn = (page: string) => page.split(":").length;

function fits(parts: readonly string[], page: readonly string[]): boolean {
  const needed = page.filter((part) => !part.endsWith("?")).length;
  if (parts.length > page.length || parts.length < needed) return false;
  return parts.every((part, place) => page[place]?.startsWith(":") || page[place] === part);
}
