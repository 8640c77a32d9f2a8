import { listDrafts, saveDraft } from "@kakehashi/contract/drafts";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { createDrafts, type DraftDependencies, type Drafts } from "./service.ts";

export function defineDraftRoutes(route: DefineRoute, drafts: Drafts): void {
  route(listDrafts, ({ actor }, { query }) => drafts.list(actor.userId, query));
  route(saveDraft, async ({ actor }, { params, body }) => ({
    data: await drafts.save(actor.userId, params.id, body),
  }));
}

/** Creates the service for drafts, and the routes of its API calls. */
export const createDraftsFeature = (dependencies: DraftDependencies) =>
  withRoutes(createDrafts(dependencies), ({ route }, drafts) => {
    defineDraftRoutes(route, drafts);
  });
