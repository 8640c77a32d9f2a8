import { useSearchParams } from "react-router";
import { FileBrowser } from "../../features/files/browser.tsx";
import type { PageHandle } from "../../kit/page.ts";

export const handle: PageHandle = { title: "files:title" };

export default function Files() {
  const [params] = useSearchParams();
  const showsOwnFiles = params.get("mine") === "1";
  // The key differs between the list of all files and the list of the person's own files. So React creates a separate
  // file browser for each list, and each browser remembers its own tab.
  return <FileBrowser key={String(showsOwnFiles)} onlyMine={showsOwnFiles} />;
}
