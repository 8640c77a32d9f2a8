import { daysBetween, defaultFigureDays, maximumFigureDays } from "@kakehashi/contract/figure-period";
import { AppError } from "./errors.ts";

export interface AskedPeriod {
  from?: string | undefined;
  to?: string | undefined;
}

const dayMs = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Returns the end of this day in UTC. */
export const endOfDay = (day: string): Date => new Date(Date.parse(day) + dayMs);

/** If only one day is given, the other day is at the default distance. Both days are included. */
export function periodOf({ from, to }: AskedPeriod, today = dayOf(Date.now())): { from: string; to: string } {
  const span = (defaultFigureDays - 1) * dayMs;
  const lastDay =
    to ?? (from === undefined ? today : dayOf(Math.min(Date.parse(today), Date.parse(from) + span)));
  const firstDay = from ?? dayOf(Date.parse(lastDay) - span);
  const length = daysBetween(firstDay, lastDay);
  if (length < 1 || length > maximumFigureDays)
    throw new AppError("ERR.INPUT", { fields: { from: "period" } });
  return { from: firstDay, to: lastDay };
}
