import {
  addCurrency,
  addProjectCategory,
  listCurrencies,
  listLanguages,
  listProjectCategories,
  removeCurrency,
  removeProjectCategory,
  renameCurrency,
  renameProjectCategory,
  setCurrencyOrder,
  setProjectCategoryOrder,
} from "@kakehashi/contract/catalogue";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { auditAuthorOf } from "../audit/service.ts";
import { type Catalogue, createCatalogue } from "./service.ts";

export function defineCatalogueRoutes(route: DefineRoute, catalogue: Catalogue): void {
  route(listProjectCategories, async () => ({ data: await catalogue.categories() }));
  route(listCurrencies, async () => ({ data: await catalogue.currencies() }));
  route(listLanguages, async () => ({ data: catalogue.languages() }));

  route(addProjectCategory, async (signedInCall, { body }) => ({
    data: await catalogue.addCategory(auditAuthorOf(signedInCall), body.names),
  }));
  route(renameProjectCategory, async (signedInCall, { params, body }) => ({
    data: await catalogue.renameCategory(auditAuthorOf(signedInCall), params.id, body.names),
  }));
  route(removeProjectCategory, async (signedInCall, { params }) => {
    await catalogue.removeCategory(auditAuthorOf(signedInCall), params.id);
    return { data: {} };
  });
  route(setProjectCategoryOrder, async (signedInCall, { body }) => ({
    data: await catalogue.orderCategories(auditAuthorOf(signedInCall), body.ids),
  }));

  route(addCurrency, async (signedInCall, { body }) => ({
    data: await catalogue.addCurrency(auditAuthorOf(signedInCall), body.code, body.names),
  }));
  route(renameCurrency, async (signedInCall, { params, body }) => ({
    data: await catalogue.renameCurrency(auditAuthorOf(signedInCall), params.id, body.names),
  }));
  route(removeCurrency, async (signedInCall, { params }) => {
    await catalogue.removeCurrency(auditAuthorOf(signedInCall), params.id);
    return { data: {} };
  });
  route(setCurrencyOrder, async (signedInCall, { body }) => ({
    data: await catalogue.orderCurrencies(auditAuthorOf(signedInCall), body.ids),
  }));
}

/** Creates the feature `catalogue`: its service, and the routes of its API calls. */
export const createCatalogueFeature = (dependencies: Parameters<typeof createCatalogue>[0]) =>
  withRoutes(createCatalogue(dependencies), ({ route }, catalogue) => {
    defineCatalogueRoutes(route, catalogue);
  });
