import { expect, test } from "vitest";
import { formatFieldErrors } from "./kit/validation.ts";
import { amountOfMoneySchema } from "./money.ts";

const findRefusal = (amount: unknown) =>
  formatFieldErrors(amountOfMoneySchema.safeParse(amount).error?.issues ?? [], "en")[""] ?? null;

test.each([0, 0.01, 0.29, 1.1, 4.35, 1200.5, 300_000, 99_999_999_999, 99_999_999_999.99])(
  "%d is an amount of money",
  (amount) => expect(findRefusal(amount)).toBe(null),
);

test.each([1.005, 1.000_001, 1.000_000_000_000_1, 99_999_999_999.999, -1, Number.NaN, "1000"])(
  "%d is none: it has to be a number with two decimals at most",
  (amount) => expect(findRefusal(amount)).toBe("Enter a number of 0 or more, with two decimals at most."),
);

test.each([100_000_000_000, 1e300])("%d is too much, and the refusal says what is the limit", (amount) =>
  expect(findRefusal(amount)).toBe("Enter an amount below 100,000,000,000."),
);
