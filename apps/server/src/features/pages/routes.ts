import { listClosedPages, switchPage } from "@kakehashi/contract/pages";
import type { Route } from "../../kit/http/route.ts";
import { authorOf } from "../audit/service.ts";
import type { Pages } from "./service.ts";

export function pageRoutes(route: Route, pages: Pages): void {
  route(listClosedPages, async () => ({ data: await pages.closed() }));
  route(switchPage, async (call, { body }) => ({
    data: await pages.setClosed(authorOf(call), body.page, body.closed),
  }));
}
