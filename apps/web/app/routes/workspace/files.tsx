import { FileBrowser } from "../../features/files/browser.tsx";
import type { PageHandle } from "../../kit/page.ts";

export const handle: PageHandle = { title: "files:title" };

export default function Files() {
  return <FileBrowser onlyMine={false} />;
}
