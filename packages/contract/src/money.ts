import { z } from "zod";

/** Every amount of money must be less than this limit (docs/rules.md). */
export const exclusiveMaximumAmount = 100_000_000_000;

/**
 * An amount of money: 0 or more, with at most two decimals. More decimals are refused instead of rounded, because
 * rounding could make two different amounts equal.
 */
export const amountOfMoneySchema = z
  .number({ error: "amount" })
  .min(0, { error: "amount" })
  .lt(exclusiveMaximumAmount, { error: "below" })
  .refine((amount) => Number(amount.toFixed(2)) === amount, { error: "amount" });
