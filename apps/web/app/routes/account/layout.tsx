import { Outlet } from "react-router";
import { SignInPageLayout } from "../../features/auth/sign-in-page-layout.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import type { PageHandle } from "../../kit/page.ts";
import { AppProviders } from "../../kit/ui/frame.tsx";

export const handle: PageHandle = { texts: ["account", "auth"] };

/**
 * This loader returns nothing. Without a server loader, the router would run `clientLoader` before it shows the
 * server-rendered page.
 */
export const loader = () => null;

/**
 * Loads the texts for readers who come from another page of the app. On the first page of a visit, they are already
 * loaded.
 */
export async function clientLoader() {
  await Promise.all([loadTexts("account"), loadTexts("auth")]);
  return null;
}

export default function Layout() {
  return (
    <AppProviders>
      <SignInPageLayout>
        <Outlet />
      </SignInPageLayout>
    </AppProviders>
  );
}
