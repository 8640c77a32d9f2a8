import { countWaitingForAdmin } from "@kakehashi/contract/admin";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";

/** The counts are fetched again after this many milliseconds, because a live event may be missed. */
const pollIntervalMs = 60_000;

/**
 * The numbers of items that wait for an admin, such as open requests. They are fetched again after every change by an
 * admin.
 */
export const adminWaitingCountsQuery = queryOptions({
  queryKey: ["admin", "waiting"],
  queryFn: async ({ signal }) => (await call(countWaitingForAdmin, { signal })).data,
  refetchInterval: pollIntervalMs,
});
