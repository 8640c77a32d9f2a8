import { FileBrowser } from "../../features/files/browser.tsx";
import type { PageHandle } from "../../kit/page.ts";

export const handle: PageHandle = { title: "files:drive" };

export default function Drive() {
  return <FileBrowser onlyMine />;
}
