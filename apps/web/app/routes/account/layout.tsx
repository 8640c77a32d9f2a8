import { Outlet } from "react-router";
import { AccountLayout } from "../../features/auth/account-layout.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import type { PageHandle } from "../../kit/page.ts";
import { Frame } from "../../kit/ui/frame.tsx";

export const handle: PageHandle = { texts: ["account", "auth"] };

/** Keep this: without it, the browser's loader would run before the server-rendered page is shown. */
export const loader = () => null;

/** Used for navigation from another page of the workspace. */
export async function clientLoader() {
  await Promise.all([loadTexts("account"), loadTexts("auth")]);
  return null;
}

export default function Layout() {
  return (
    <Frame>
      <AccountLayout>
        <Outlet />
      </AccountLayout>
    </Frame>
  );
}
