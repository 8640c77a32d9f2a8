import { getChecklist } from "@kakehashi/contract/checklist";
import type { Route } from "../../kit/http/route.ts";
import type { Checklist } from "./service.ts";

export function checklistRoutes(route: Route, checklist: Checklist): void {
  route(getChecklist, async ({ actor }) => ({ data: await checklist.list(actor.userId) }));
}
