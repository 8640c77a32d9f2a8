import { daySchema } from "./kit/moments.ts";

/** The most days in one report. */
export const maximumFigureDays = 92;
/** The last so many days, if the caller names none. */
export const defaultFigureDays = 30;

/** The days from one day to another, both included. */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;

/** The period of a report, as a query. Both days are included. */
export const figurePeriod = { from: daySchema.optional(), to: daySchema.optional() };

/** Whether a report can have this period. If one day is missing, the server chooses it. */
export const isFigurePeriod = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || (from <= to && daysBetween(from, to) <= maximumFigureDays);
