import { getFirmInAllLanguages } from "@kakehashi/contract/firm";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";

export const firmQuery = queryOptions({
  queryKey: ["admin", "firm"],
  queryFn: async ({ signal }) => (await call(getFirmInAllLanguages, { signal })).data,
});
