import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { type Language, languageSchema, languages } from "./languages.ts";
import { nameSchema } from "./names.ts";

/** Maximum categories in the catalogue, and maximum currencies. */
export const maximumCatalogueEntries = 500;

/** A name in each language of the interface (docs/rules.md). */
export const namesByLanguageSchema = z
  .array(z.object({ language_code: languageSchema, name: z.string().max(200) }))
  .max(languages.length);
export type NameInEachLanguage = z.infer<typeof namesByLanguageSchema>;
/** Names by language, as the database stores them. */
export type StoredNamesByLanguage = Readonly<Partial<Record<Language, string>>>;

export const projectCategorySchema = z
  .object({ id: idSchema, names: namesByLanguageSchema })
  .meta({ id: "Category" });
export type ProjectCategory = z.infer<typeof projectCategorySchema>;

/** A currency with its name in each language. `code` is the ISO 4217 code. */
export const currencySchema = z
  .object({ id: idSchema, code: z.string().max(3), names: namesByLanguageSchema })
  .meta({ id: "CurrencyWithNames" });
export type CurrencyWithNames = z.infer<typeof currencySchema>;

export const listedLanguageSchema = z
  .object({ id: z.string().max(10), code: languageSchema })
  .meta({ id: "CatalogueLanguage" });

/** Returns the name in the reader's language, else the Japanese name, which always exists (docs/rules.md). */
export function findNameInLanguage(names: NameInEachLanguage, readerLanguage: Language): string {
  const findNameIn = (code: Language) => names.find(({ language_code }) => language_code === code)?.name;
  return findNameIn(readerLanguage) ?? findNameIn("ja") ?? names[0]?.name ?? "";
}

export const listProjectCategories = endpoint({
  method: "GET",
  path: "/categories",
  guard: "anyone",
  limit: limits.public,
  summary: "Lists the categories of projects and profiles, in the admin's order.",
  data: z.array(projectCategorySchema).max(maximumCatalogueEntries),
});

export const listCurrencies = endpoint({
  method: "GET",
  path: "/currencies",
  guard: "anyone",
  limit: limits.public,
  summary: "Lists the currencies of budgets, in the admin's order.",
  data: z.array(currencySchema).max(maximumCatalogueEntries),
});

export const listLanguages = endpoint({
  method: "GET",
  path: "/languages",
  guard: "anyone",
  limit: limits.public,
  summary: "Lists the languages of the interface and of work.",
  data: z.array(listedLanguageSchema).max(10),
});

const namesInAllLanguages = z
  .strictObject({ en: nameSchema, vi: nameSchema, ja: nameSchema })
  .meta({ id: "CatalogueNames" });
const namesBody = z.strictObject({ names: namesInAllLanguages }).meta({ id: "NamesChange" });
const currencyCodeSchema = z
  .string()
  .trim()
  .transform((text) => text.toUpperCase())
  .pipe(z.string().regex(/^[A-Z]{3}$/, { error: "currency" }));
const idParams = z.object({ id: idSchema });
const catalogueOrderBody = z
  .strictObject({ ids: z.array(idSchema).max(maximumCatalogueEntries) })
  .meta({ id: "CatalogueOrder" });

export const addProjectCategory = endpoint({
  method: "POST",
  path: "/admin/categories",
  guard: "admin",
  limit: limits.form,
  summary: "Adds a category at the end.",
  body: namesBody,
  data: projectCategorySchema,
});
export const renameProjectCategory = endpoint({
  method: "PATCH",
  path: "/admin/categories/:id",
  guard: "admin",
  limit: limits.form,
  summary: "Renames a category.",
  params: idParams,
  body: namesBody,
  data: projectCategorySchema,
});
export const removeProjectCategory = endpoint({
  method: "DELETE",
  path: "/admin/categories/:id",
  guard: "admin",
  limit: limits.form,
  summary: "Removes a category that nothing uses.",
  params: idParams,
  data: z.object({}),
});
export const setProjectCategoryOrder = endpoint({
  method: "POST",
  path: "/admin/categories/order",
  guard: "admin",
  limit: limits.form,
  summary: "Sorts the categories in the given order. Categories that are not named follow.",
  body: catalogueOrderBody,
  data: z.array(projectCategorySchema).max(maximumCatalogueEntries),
});

export const addCurrency = endpoint({
  method: "POST",
  path: "/admin/currencies",
  guard: "admin",
  limit: limits.form,
  summary: "Adds a currency at the end.",
  body: z.strictObject({ code: currencyCodeSchema, names: namesInAllLanguages }),
  data: currencySchema,
});
export const renameCurrency = endpoint({
  method: "PATCH",
  path: "/admin/currencies/:id",
  guard: "admin",
  limit: limits.form,
  summary: "Renames a currency.",
  params: idParams,
  body: namesBody,
  data: currencySchema,
});
export const removeCurrency = endpoint({
  method: "DELETE",
  path: "/admin/currencies/:id",
  guard: "admin",
  limit: limits.form,
  summary: "Removes a currency that nothing uses.",
  params: idParams,
  data: z.object({}),
});
export const setCurrencyOrder = endpoint({
  method: "POST",
  path: "/admin/currencies/order",
  guard: "admin",
  limit: limits.form,
  summary: "Sorts the currencies in the given order. Currencies that are not named follow.",
  body: catalogueOrderBody,
  data: z.array(currencySchema).max(maximumCatalogueEntries),
});

export const catalogueErrors = {
  "CATALOGUE.USED": {
    status: 409,
    message: {
      en: "This is in use, so it cannot be removed.",
      vi: "Mục này đang được sử dụng nên không thể xóa.",
      ja: "使用中のため削除できません。",
    },
  },
  "CATALOGUE.KNOWN": {
    status: 409,
    message: {
      en: "This is in the list already.",
      vi: "Mục này đã có trong danh sách.",
      ja: "すでに登録されています。",
    },
  },
} as const satisfies ErrorTable;
