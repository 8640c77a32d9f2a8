import { useAccount } from "../../features/auth/session.ts";
import { DriveView } from "../../features/drive/drive-view.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import type { PageHandle } from "../../kit/page.ts";
import type { Route } from "./+types/drive.ts";

export const handle: PageHandle = { title: "files:drive", texts: ["drive"] };

export async function clientLoader() {
  await loadTexts("drive");
  return null;
}
export const shouldRevalidate = () => false;

export default function Drive({ params: { folderId } }: Route.ComponentProps) {
  const account = useAccount();
  if (!account) return null;
  return <DriveView userId={account.id} folderId={folderId} />;
}
