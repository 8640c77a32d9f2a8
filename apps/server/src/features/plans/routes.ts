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
import { auditAuthorOf } from "../audit/service.ts";
import { createPricePlans, type PricePlans } from "./service.ts";

export function definePricePlanRoutes(route: DefineRoute, plans: PricePlans): void {
  route(listPlans, async (_, { query }) => ({ data: await plans.findForReader(query.language) }));
  route(listAllPlans, async () => ({ data: await plans.all() }));
  route(addPlan, async (apiCall, { body }) => ({ data: await plans.add(body, auditAuthorOf(apiCall)) }));
  route(orderPlans, async (apiCall, { body }) => ({
    data: await plans.order(body.ids, auditAuthorOf(apiCall)),
  }));
  route(changePlan, async (apiCall, { params, body }) => ({
    data: await plans.change(params.id, body, auditAuthorOf(apiCall)),
  }));
  route(removePlan, async (apiCall, { params }) => {
    await plans.remove(params.id, auditAuthorOf(apiCall));
    return { data: {} };
  });
}

/** Creates the service of this feature and registers its API routes. */
export const createPricePlansFeature = (dependencies: Parameters<typeof createPricePlans>[0]) =>
  withRoutes(createPricePlans(dependencies), ({ route }, plans) => {
    definePricePlanRoutes(route, plans);
  });
