import { Outlet } from "react-router";
import { AccountLayout } from "../../features/auth/account-layout.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import type { PageHandle } from "../../kit/page.ts";
import { Frame } from "../../kit/ui/frame.tsx";

export const handle: PageHandle = { texts: ["account", "auth"] };

/**
 * This loader returns nothing, but it is needed: without it, `clientLoader` would run before the server-rendered page
 * is shown.
 */
export const loader = () => null;

/** Loads the texts when the reader comes from another page without a reload. */
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
