import { listClosedPages, switchPage } from "@kakehashi/contract/pages";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { authorOf } from "../audit/service.ts";
import { createPages, type Pages } from "./service.ts";

export function definePageRoutes(route: DefineRoute, pages: Pages): void {
  route(listClosedPages, async () => ({ data: await pages.closed() }));
  route(switchPage, async (apiCall, { body }) => ({
    data: await pages.setClosed(authorOf(apiCall), body.page, body.closed),
  }));
}

/** Creates the service of this feature and registers its API routes. */
export const createPagesFeature = (dependencies: Parameters<typeof createPages>[0]) =>
  withRoutes(createPages(dependencies), ({ route }, pages) => {
    definePageRoutes(route, pages);
  });
