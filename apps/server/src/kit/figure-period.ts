import { countDaysInPeriod, defaultFigureDays, maximumFigureDays } from "@kakehashi/contract/figure-period";
import { AppError } from "./errors.ts";

export interface RequestedPeriod {
  from?: string | undefined;
  to?: string | undefined;
}

const dayMs = 86_400_000;
/**
 * The earliest day with which a statistics period can begin. PostgreSQL and JavaScript write the years of earlier days
 * differently.
 */
const firstStorableDay = "0001-01-01";
const toUtcDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Returns the end of this day in UTC. */
export const endOfDay = (day: string): Date => new Date(Date.parse(day) + dayMs);

/**
 * Completes the period of a statistics request. If only one of `from` and `to` is given, computes the other so that the
 * period has the default length. The period includes both days.
 */
export function completePeriod(
  { from, to }: RequestedPeriod,
  today = toUtcDay(Date.now()),
): { from: string; to: string } {
  const defaultPeriodMs = (defaultFigureDays - 1) * dayMs;
  const lastDay =
    to ??
    (from === undefined ? today : toUtcDay(Math.min(Date.parse(today), Date.parse(from) + defaultPeriodMs)));
  const firstDay =
    from ?? toUtcDay(Math.max(Date.parse(firstStorableDay), Date.parse(lastDay) - defaultPeriodMs));
  const dayCount = countDaysInPeriod(firstDay, lastDay);
  if (dayCount < 1 || dayCount > maximumFigureDays)
    throw new AppError("ERR.INPUT", { fields: { from: "period" } });
  return { from: firstDay, to: lastDay };
}
