import { SearchPage } from "../../features/search/page.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import type { PageHandle } from "../../kit/page.ts";

export const handle: PageHandle = { title: "search:title" };

export async function clientLoader() {
  await loadTexts("searchFilters");
  return null;
}
// Do not load the texts again when the address changes while somebody types.
export const shouldRevalidate = () => false;

export default function Search() {
  return <SearchPage />;
}
