import { SearchPage } from "../../features/search/page.tsx";

export default function Search() {
  return <SearchPage />;
}
