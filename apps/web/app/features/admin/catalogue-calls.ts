import {
  addCategory,
  addCurrency,
  type CatalogueCategory,
  type Currency,
  listCategories,
  listCurrencies,
  orderCategories,
  orderCurrencies,
  removeCategory,
  removeCurrency,
  renameCategory,
  renameCurrency,
} from "@kakehashi/contract/catalogue";
import type { Language } from "@kakehashi/contract/languages";
import { call } from "../../kit/api.ts";

export type CatalogueNames = Record<Language, string>;

/** The endpoints that change categories, and those that change currencies. */
export const catalogueEndpoints = {
  categories: {
    load: async (): Promise<(CatalogueCategory | Currency)[]> => (await call(listCategories)).data,
    add: (names: CatalogueNames) => call(addCategory, { body: { names } }),
    rename: (id: string, names: CatalogueNames) => call(renameCategory, { params: { id }, body: { names } }),
    remove: (id: string) => call(removeCategory, { params: { id } }),
    order: (ids: string[]) => call(orderCategories, { body: { ids } }),
  },
  currencies: {
    load: async (): Promise<(CatalogueCategory | Currency)[]> => (await call(listCurrencies)).data,
    add: (names: CatalogueNames, code: string) => call(addCurrency, { body: { names, code } }),
    rename: (id: string, names: CatalogueNames) => call(renameCurrency, { params: { id }, body: { names } }),
    remove: (id: string) => call(removeCurrency, { params: { id } }),
    order: (ids: string[]) => call(orderCurrencies, { body: { ids } }),
  },
} as const;

/** The name of a category or currency in one language. Empty if it has no name in that language. */
export const nameOfCatalogueItem = (item: CatalogueCategory | Currency, language: Language): string =>
  item.names.find(({ language_code }) => language_code === language)?.name ?? "";
