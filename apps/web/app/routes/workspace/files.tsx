import { useSearchParams } from "react-router";
import { FileBrowser } from "../../features/files/browser.tsx";
import type { PageHandle } from "../../kit/page.ts";

export const handle: PageHandle = { title: "files:title" };

export default function Files() {
  const [params] = useSearchParams();
  const onlyMine = params.get("mine") === "1";
  // The key makes React create a file browser for each of the two lists, so that each remembers its own tab.
  return <FileBrowser key={String(onlyMine)} onlyMine={onlyMine} />;
}
