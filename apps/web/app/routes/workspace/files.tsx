import { FileBrowser } from "../../features/files/browser.tsx";

export default function Files() {
  return <FileBrowser mine={false} />;
}
