import { Outlet } from "react-router";
import { AccountLayout } from "../../features/auth/account-layout.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import type { PageHandle } from "../../kit/page.ts";
import { Frame } from "../../kit/ui/frame.tsx";

export const handle: PageHandle = { texts: ["account", "auth"] };

/**
 * This loader returns nothing. Without it, the router would run `clientLoader` before it shows the page that the server
 * has rendered.
 */
export const loader = () => null;

/** Loads the texts for readers who come from another page of the app. The first page of a visit has them already. */
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
