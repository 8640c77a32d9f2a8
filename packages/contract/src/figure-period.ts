import { daySchema } from "./kit/moments.ts";

/** Maximum days of one statistics period. */
export const maximumFigureDays = 92;
/** The default length of a statistics period in days, if the request names no days. */
export const defaultFigureDays = 30;

/** Counts the days from one day to another, both included. */
export const countDaysInPeriod = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;

/** The period of the statistics, as query parameters. Both days are included. */
export const figurePeriodFields = { from: daySchema.optional(), to: daySchema.optional() };

/**
 * Whether the period is valid: its first day is not after its last, and it is not too long. A missing day is allowed,
 * because the server then chooses it.
 */
export const isValidFigurePeriod = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || (from <= to && countDaysInPeriod(from, to) <= maximumFigureDays);
