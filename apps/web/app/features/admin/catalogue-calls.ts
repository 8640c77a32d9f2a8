import {
  addCurrency,
  addProjectCategory,
  type CurrencyWithNames,
  listCurrencies,
  listProjectCategories,
  type ProjectCategory,
  removeCurrency,
  removeProjectCategory,
  renameCurrency,
  renameProjectCategory,
  setCurrencyOrder,
  setProjectCategoryOrder,
} from "@kakehashi/contract/catalogue";
import type { Language } from "@kakehashi/contract/languages";
import { call } from "../../kit/api.ts";

export type CatalogueItemNamesByLanguage = Record<Language, string>;

/** The API calls that load and change the categories, and those that load and change the currencies. */
export const catalogueCalls = {
  categories: {
    load: async (): Promise<(ProjectCategory | CurrencyWithNames)[]> =>
      (await call(listProjectCategories)).data,
    add: (names: CatalogueItemNamesByLanguage) => call(addProjectCategory, { body: { names } }),
    rename: (id: string, names: CatalogueItemNamesByLanguage) =>
      call(renameProjectCategory, { params: { id }, body: { names } }),
    remove: (id: string) => call(removeProjectCategory, { params: { id } }),
    order: (ids: string[]) => call(setProjectCategoryOrder, { body: { ids } }),
  },
  currencies: {
    load: async (): Promise<(ProjectCategory | CurrencyWithNames)[]> => (await call(listCurrencies)).data,
    add: (names: CatalogueItemNamesByLanguage, code: string) => call(addCurrency, { body: { names, code } }),
    rename: (id: string, names: CatalogueItemNamesByLanguage) =>
      call(renameCurrency, { params: { id }, body: { names } }),
    remove: (id: string) => call(removeCurrency, { params: { id } }),
    order: (ids: string[]) => call(setCurrencyOrder, { body: { ids } }),
  },
} as const;

/** The name of a category or currency in one language. Empty if it has no name in that language. */
export const nameOfCatalogueItem = (item: ProjectCategory | CurrencyWithNames, language: Language): string =>
  item.names.find(({ language_code }) => language_code === language)?.name ?? "";
