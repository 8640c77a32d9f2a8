import { Outlet } from "react-router";
import { SiteLayout } from "../../features/site/layout.tsx";
import { fetchFirm, getPageVisit } from "../../features/site/load.ts";
import { FirmContext } from "../../features/site/use-site.ts";
import { pageHandleWithoutScripts } from "../../kit/page.ts";
import type { Route } from "./+types/layout.ts";

export const handle = pageHandleWithoutScripts;

export async function loader(loaderArgs: Route.LoaderArgs) {
  return { firm: await fetchFirm(getPageVisit(loaderArgs)) };
}

export default function Layout({ loaderData }: Route.ComponentProps) {
  return (
    <FirmContext value={loaderData.firm}>
      <SiteLayout>
        <Outlet />
      </SiteLayout>
    </FirmContext>
  );
}
