import { FileBrowser } from "../../features/files/browser.tsx";

export default function Drive() {
  return <FileBrowser mine />;
}
