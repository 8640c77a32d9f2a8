import { SearchPage } from "../../features/search/page.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import type { PageHandle } from "../../kit/page.ts";

export const handle: PageHandle = { title: "search:title" };

export async function clientLoader() {
  await loadTexts("searchFilters");
  return null;
}
// Typing changes the address of the page. This must not load the texts again.
export const shouldRevalidate = () => false;

export default function Search() {
  return <SearchPage />;
}
