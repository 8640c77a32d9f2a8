import {
  addCategory,
  addCurrency,
  listCategories,
  listCurrencies,
  listLanguages,
  orderCategories,
  orderCurrencies,
  removeCategory,
  removeCurrency,
  renameCategory,
  renameCurrency,
} from "@kakehashi/contract/catalogue";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { authorOf } from "../audit/service.ts";
import { type Catalogue, createCatalogue } from "./service.ts";

export function catalogueRoutes(route: DefineRoute, catalogue: Catalogue): void {
  route(listCategories, async () => ({ data: await catalogue.categories() }));
  route(listCurrencies, async () => ({ data: await catalogue.currencies() }));
  route(listLanguages, async () => ({ data: catalogue.languages() }));

  route(addCategory, async (call, { body }) => ({
    data: await catalogue.addCategory(authorOf(call), body.names),
  }));
  route(renameCategory, async (call, { params, body }) => ({
    data: await catalogue.renameCategory(authorOf(call), params.id, body.names),
  }));
  route(removeCategory, async (call, { params }) => {
    await catalogue.removeCategory(authorOf(call), params.id);
    return { data: {} };
  });
  route(orderCategories, async (call, { body }) => ({
    data: await catalogue.orderCategories(authorOf(call), body.ids),
  }));

  route(addCurrency, async (call, { body }) => ({
    data: await catalogue.addCurrency(authorOf(call), body.code, body.names),
  }));
  route(renameCurrency, async (call, { params, body }) => ({
    data: await catalogue.renameCurrency(authorOf(call), params.id, body.names),
  }));
  route(removeCurrency, async (call, { params }) => {
    await catalogue.removeCurrency(authorOf(call), params.id);
    return { data: {} };
  });
  route(orderCurrencies, async (call, { body }) => ({
    data: await catalogue.orderCurrencies(authorOf(call), body.ids),
  }));
}

/** Creates the feature `catalogue`: its service, and the routes of its API calls. */
export const createCatalogueFeature = (dependencies: Parameters<typeof createCatalogue>[0]) =>
  withRoutes(createCatalogue(dependencies), ({ route }, catalogue) => {
    catalogueRoutes(route, catalogue);
  });
