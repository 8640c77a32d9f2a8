import { daySchema } from "./kit/moments.ts";

/** Maximum days in one report. */
export const maximumFigureDays = 92;
/** The length of a report in days, if the caller names no first and last day. */
export const defaultFigureDays = 30;

/** Counts the days from one day to another, both included. */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;

/** The period of a report, as a query. Both days are included. */
export const figurePeriod = { from: daySchema.optional(), to: daySchema.optional() };

/** Whether a report can cover the period. If the first or the last day is missing, the server chooses it. */
export const isFigurePeriod = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || (from <= to && daysBetween(from, to) <= maximumFigureDays);
