import { useSearchParams } from "react-router";

/** The lengths of the periods that a statistics page offers, in days. Each period ends today. */
export const reportPeriodsInDays = [7, 30, 90] as const;
const dayMs = 86_400_000;

/**
 * Returns the chosen period of a statistics page, and a function that changes it. The chosen period is in the page's
 * address. `calendarDay` converts a time to its day in the time zone of the statistics.
 */
export function useReportPeriod(calendarDay: (time: number) => string) {
  const [address, setAddress] = useSearchParams();
  const days = reportPeriodsInDays.find((figurePeriod) => String(figurePeriod) === address.get("days")) ?? 30;
  const now = Date.now();
  return {
    days,
    period: { from: calendarDay(now - (days - 1) * dayMs), to: calendarDay(now) },
    address,
    /** Changes query parameters of the page's address. An empty value removes the parameter. */
    choose: (choices: Readonly<Record<string, string>>) =>
      setAddress(
        (currentParams) => {
          for (const [name, value] of Object.entries(choices)) {
            if (value) currentParams.set(name, value);
            else currentParams.delete(name);
          }
          return currentParams;
        },
        { replace: true },
      ),
  };
}
