import { hasDecimals } from "@kakehashi/contract/currencies";
import type { Language } from "@kakehashi/contract/languages";
import { parseAmount } from "./amounts.ts";
import type { ProjectFormFields } from "./project-fields.tsx";

interface FormSchemaOptions {
  /**
   * The values with which the form started: those of the saved project, or an empty form with the version 0 for a new
   * project.
   */
  base: { readonly version: number; readonly fields: ProjectFormFields };
  language: Language;
  currencies: readonly { readonly id: string; readonly code: string }[];
}

/**
 * Loads the schema of a project's form. It checks the same as the server, and also checks amounts in currencies without
 * decimals. The project's saved amounts stay valid, and so does its saved start date even if it has passed.
 */
export async function loadProjectFormSchema({
  base: { version, fields },
  language,
  currencies,
}: FormSchemaOptions) {
  const { newProjectFormSchema, createEditedProjectFormSchema } = await import(
    "@kakehashi/contract/schemas/project-bodies"
  );
  type AmountFieldName = "min_cost" | "max_cost";
  type ProjectAmounts = Record<AmountFieldName, number> & { currency_id: string };
  const isAmountAllowed = (name: AmountFieldName) => (body: ProjectAmounts) => {
    const currency = currencies.find(({ id }) => id === body.currency_id);
    const isSavedAmount =
      body.currency_id === fields.currency_id && body[name] === parseAmount(fields[name], language);
    return !currency || isSavedAmount || Number.isInteger(body[name]) || hasDecimals(currency.code);
  };
  return (version > 0 ? createEditedProjectFormSchema(fields) : newProjectFormSchema)
    .refine(isAmountAllowed("min_cost"), { error: "whole_amount", path: ["min_cost"] })
    .refine(isAmountAllowed("max_cost"), { error: "whole_amount", path: ["max_cost"] });
}
