import {
  addPlan,
  changePlan,
  listAllPlans,
  listPlans,
  orderPlans,
  removePlan,
} from "@kakehashi/contract/plans";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { authorOf } from "../audit/service.ts";
import { createPlans, type Plans } from "./service.ts";

export function definePlanRoutes(route: DefineRoute, plans: Plans): void {
  route(listPlans, async (_, { query }) => ({ data: await plans.findForReader(query.language) }));
  route(listAllPlans, async () => ({ data: await plans.all() }));
  route(addPlan, async (apiCall, { body }) => ({ data: await plans.add(body, authorOf(apiCall)) }));
  route(orderPlans, async (apiCall, { body }) => ({ data: await plans.order(body.ids, authorOf(apiCall)) }));
  route(changePlan, async (apiCall, { params, body }) => ({
    data: await plans.change(params.id, body, authorOf(apiCall)),
  }));
  route(removePlan, async (apiCall, { params }) => {
    await plans.remove(params.id, authorOf(apiCall));
    return { data: {} };
  });
}

/** Creates the service of this feature and registers its API routes. */
export const createPlansFeature = (dependencies: Parameters<typeof createPlans>[0]) =>
  withRoutes(createPlans(dependencies), ({ route }, plans) => {
    definePlanRoutes(route, plans);
  });
