import { useSearchParams } from "react-router";
import { FileBrowser } from "../../features/files/browser.tsx";
import type { PageHandle } from "../../kit/page.ts";

export const handle: PageHandle = { title: "files:title" };

export default function Files() {
  const [params] = useSearchParams();
  return <FileBrowser onlyMine={params.get("mine") === "1"} />;
}
