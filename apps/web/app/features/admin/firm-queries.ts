import { getWholeFirm } from "@kakehashi/contract/firm";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";

export const firmQuery = queryOptions({
  queryKey: ["admin", "firm"],
  queryFn: async ({ signal }) => (await call(getWholeFirm, { signal })).data,
});
