import { enter } from "../../features/auth/enter.ts";
import { SearchPage } from "../../features/search/page.tsx";
import type { Route } from "./+types/search.ts";

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => enter(request, "auth");

export default function Search() {
  return <SearchPage />;
}
