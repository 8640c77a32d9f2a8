import { listDrafts, saveDraft } from "@kakehashi/contract/drafts";
import type { Route } from "../../kit/http/route.ts";
import type { Drafts } from "./service.ts";

export function draftRoutes(route: Route, drafts: Drafts): void {
  route(listDrafts, ({ actor }, { query }) => drafts.list(actor.userId, query));
  route(saveDraft, async ({ actor }, { params, body }) => ({
    data: await drafts.save(actor.userId, params.id, body),
  }));
}
