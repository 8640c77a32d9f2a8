import { listAllPricePlans, type PricePlan } from "@kakehashi/contract/plans";
import { queryOptions } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { call } from "../../kit/api.ts";
import type { LocaleFormat } from "../../kit/format.ts";

export const plansQuery = queryOptions({
  queryKey: ["admin", "plans"],
  queryFn: async ({ signal }) => (await call(listAllPricePlans, { signal })).data,
});

/** Returns the price of a plan as text. */
export function priceTextOf(
  { amount, currency, period }: PricePlan,
  t: TFunction<"desk">,
  format: LocaleFormat,
): string {
  return amount === null || period === null
    ? t("noAmount")
    : `${format.number(amount)} ${currency} / ${t(`period_${period}`)}`;
}
