import { enter } from "../../features/auth/enter.ts";
import { FileBrowser } from "../../features/files/browser.tsx";
import type { Route } from "./+types/files.ts";

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => enter(request, "auth");

export default function Files() {
  return <FileBrowser mine={false} />;
}
