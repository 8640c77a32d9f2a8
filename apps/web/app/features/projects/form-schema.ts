import { hasDecimals } from "@kakehashi/contract/currencies";
import type { Language } from "@kakehashi/contract/languages";
import { parseAmount } from "./amounts.ts";
import type { Fields } from "./project-fields.tsx";

interface Options {
  /** The project as it is saved. Its version is 0 before it is created. */
  base: { readonly version: number; readonly fields: Fields };
  language: Language;
  currencies: readonly { readonly id: string; readonly code: string }[];
}

/**
 * Imports the checks of a project's form: the server's, and checks of amounts in a currency without decimals.
 * The project's saved values stay valid: its start date, although it has passed, and its amounts.
 */
export async function importFormSchema({ base: { version, fields }, language, currencies }: Options) {
  const { projectBody, editedProjectBody } = await import("@kakehashi/contract/schemas/project-bodies");
  type AmountName = "min_cost" | "max_cost";
  type Amounts = Record<AmountName, number> & { currency_id: string };
  const isAmountAllowed = (name: AmountName) => (body: Amounts) => {
    const currency = currencies.find(({ id }) => id === body.currency_id);
    const isStored =
      body.currency_id === fields.currency_id && body[name] === parseAmount(fields[name], language);
    return !currency || isStored || Number.isInteger(body[name]) || hasDecimals(currency.code);
  };
  return (version > 0 ? editedProjectBody(fields) : projectBody)
    .refine(isAmountAllowed("min_cost"), { error: "whole_amount", path: ["min_cost"] })
    .refine(isAmountAllowed("max_cost"), { error: "whole_amount", path: ["max_cost"] });
}
