/** Which of `pages`, as the routes write them, an address belongs to: the one that says most of it in so many words. */
export function pageOf(pathname: string, pages: readonly string[]): string | undefined {
  const parts = partsOf(pathname);
  const fitting = pages.filter((page) => fits(parts, partsOf(page)));
  return fitting.sort((a, b) => parametersIn(a) - parametersIn(b))[0];
}

/** An address of a page, whatever it is about: the server sends the same for each. */
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
