import { countWaiting } from "@kakehashi/contract/admin";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";

/** Milliseconds between two fetches of the counts. They are fetched repeatedly because a live event may be missed. */
const pollIntervalMs = 60_000;

/** The number of things that wait for an admin. It is fetched again after every change by an admin. */
export const waitingQuery = queryOptions({
  queryKey: ["admin", "waiting"],
  queryFn: async ({ signal }) => (await call(countWaiting, { signal })).data,
  refetchInterval: pollIntervalMs,
});
