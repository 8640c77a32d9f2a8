import { listSwitchedOffPages, setPageClosed } from "@kakehashi/contract/pages";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { auditAuthorOf } from "../audit/service.ts";
import { type ClosablePages, createClosablePages } from "./service.ts";

export function definePageClosingRoutes(route: DefineRoute, pages: ClosablePages): void {
  route(listSwitchedOffPages, async () => ({ data: await pages.closed() }));
  route(setPageClosed, async (apiCall, { body }) => ({
    data: await pages.setClosed(auditAuthorOf(apiCall), body.page, body.closed),
  }));
}

/** Creates the service of this feature and registers its API routes. */
export const createClosablePagesFeature = (dependencies: Parameters<typeof createClosablePages>[0]) =>
  withRoutes(createClosablePages(dependencies), ({ route }, pages) => {
    definePageClosingRoutes(route, pages);
  });
