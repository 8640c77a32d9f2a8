import { enter } from "../../features/auth/enter.ts";
import { FileBrowser } from "../../features/files/browser.tsx";
import type { Route } from "./+types/drive.ts";

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => enter(request, "auth");

export default function Drive() {
  return <FileBrowser mine />;
}
