import {
  addCurrency,
  addProjectCategory,
  type CurrencyWithNames,
  listCurrencies,
  listProjectCategories,
  orderCurrencies,
  orderProjectCategories,
  type ProjectCategory,
  removeCurrency,
  removeProjectCategory,
  renameCurrency,
  renameProjectCategory,
} from "@kakehashi/contract/catalogue";
import type { Language } from "@kakehashi/contract/languages";
import { call } from "../../kit/api.ts";

export type CatalogueNames = Record<Language, string>;

/** The API calls that load and change the categories, and those that load and change the currencies. */
export const catalogueCalls = {
  categories: {
    load: async (): Promise<(ProjectCategory | CurrencyWithNames)[]> =>
      (await call(listProjectCategories)).data,
    add: (names: CatalogueNames) => call(addProjectCategory, { body: { names } }),
    rename: (id: string, names: CatalogueNames) =>
      call(renameProjectCategory, { params: { id }, body: { names } }),
    remove: (id: string) => call(removeProjectCategory, { params: { id } }),
    order: (ids: string[]) => call(orderProjectCategories, { body: { ids } }),
  },
  currencies: {
    load: async (): Promise<(ProjectCategory | CurrencyWithNames)[]> => (await call(listCurrencies)).data,
    add: (names: CatalogueNames, code: string) => call(addCurrency, { body: { names, code } }),
    rename: (id: string, names: CatalogueNames) => call(renameCurrency, { params: { id }, body: { names } }),
    remove: (id: string) => call(removeCurrency, { params: { id } }),
    order: (ids: string[]) => call(orderCurrencies, { body: { ids } }),
  },
} as const;

/** The name of a category or currency in one language. Empty if it has no name in that language. */
export const nameOfCatalogueItem = (item: ProjectCategory | CurrencyWithNames, language: Language): string =>
  item.names.find(({ language_code }) => language_code === language)?.name ?? "";
