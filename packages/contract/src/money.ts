import { z } from "zod";

/** Every amount of money is below this (docs/rules.md). */
export const moneyLimit = 100_000_000_000;

/**
 * An amount of money: 0 or more, with two decimals at most. Nothing is rounded here: two amounts that differ would be
 * the same in the database.
 */
export const moneySchema = z
  .number({ error: "amount" })
  .min(0, { error: "amount" })
  .lt(moneyLimit, { error: "below" })
  .refine((amount) => Number(amount.toFixed(2)) === amount, { error: "amount" });
