import { Outlet } from "react-router";
import { SiteLayout } from "../../features/site/layout.tsx";
import { withoutScripts } from "../../kit/page.ts";

export const handle = withoutScripts;

export default function Layout() {
  return (
    <SiteLayout>
      <Outlet />
    </SiteLayout>
  );
}
