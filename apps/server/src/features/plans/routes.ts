import {
  addPricePlan,
  changePricePlan,
  listAllPricePlans,
  listPublicPricePlans,
  orderPricePlans,
  removePricePlan,
} from "@kakehashi/contract/plans";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { auditAuthorOf } from "../audit/service.ts";
import { createPricePlans, type PricePlans } from "./service.ts";

export function definePricePlanRoutes(route: DefineRoute, plans: PricePlans): void {
  route(listPublicPricePlans, async (_, { query }) => ({ data: await plans.findForReader(query.language) }));
  route(listAllPricePlans, async () => ({ data: await plans.all() }));
  route(addPricePlan, async (apiCall, { body }) => ({ data: await plans.add(body, auditAuthorOf(apiCall)) }));
  route(orderPricePlans, async (apiCall, { body }) => ({
    data: await plans.order(body.ids, auditAuthorOf(apiCall)),
  }));
  route(changePricePlan, async (apiCall, { params, body }) => ({
    data: await plans.change(params.id, body, auditAuthorOf(apiCall)),
  }));
  route(removePricePlan, async (apiCall, { params }) => {
    await plans.remove(params.id, auditAuthorOf(apiCall));
    return { data: {} };
  });
}

/** Creates the service of this feature and registers its API routes. */
export const createPricePlansFeature = (dependencies: Parameters<typeof createPricePlans>[0]) =>
  withRoutes(createPricePlans(dependencies), ({ route }, plans) => {
    definePricePlanRoutes(route, plans);
  });
