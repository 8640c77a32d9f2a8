import { countWaiting } from "@kakehashi/contract/admin";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";

/** Milliseconds between two counts: for what the live channel failed to tell. */
const pauseMs = 60_000;

/** What waits for an admin, counted. Counted anew whenever anything of the admin's is. */
export const waitingQuery = queryOptions({
  queryKey: ["admin", "waiting"],
  queryFn: async ({ signal }) => (await call(countWaiting, { signal })).data,
  refetchInterval: pauseMs,
});
