import { useSearchParams } from "react-router";

/** The periods that the statistics offer, in days. Each ends today. */
export const statisticsPeriodsInDays = [7, 30, 90] as const;
const defaultPeriod = 30;
const dayMs = 86_400_000;

/** Returns the period and the project of the statistics from the page's address. */
export function useReportFilter() {
  const [address, setSearchParams] = useSearchParams();
  const days =
    statisticsPeriodsInDays.find((period) => String(period) === address.get("days")) ?? defaultPeriod;
  const projectId = address.get("project") ?? "";
  const now = Date.now();
  const isoDayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  return {
    days,
    projectId,
    query: {
      from: isoDayOf(now - (days - 1) * dayMs),
      to: isoDayOf(now),
      ...(projectId === "" ? {} : { project_id: projectId }),
    },
    choose: (name: "days" | "project", value: string) =>
      setSearchParams(
        (currentParams) => {
          if (value === "") currentParams.delete(name);
          else currentParams.set(name, value);
          return currentParams;
        },
        { replace: true },
      ),
  };
}
