import { getChecklist } from "@kakehashi/contract/checklist";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { type Checklist, createChecklist } from "./service.ts";

export function defineStartChecklistRoutes(route: DefineRoute, checklist: Checklist): void {
  route(getChecklist, async ({ actor }) => ({ data: await checklist.list(actor.userId) }));
}

/** Creates the service for the list of first steps, and the routes of its API calls. */
export const createStartChecklistFeature = (dependencies: Parameters<typeof createChecklist>[0]) =>
  withRoutes(createChecklist(dependencies), ({ route }, checklist) => {
    defineStartChecklistRoutes(route, checklist);
  });
