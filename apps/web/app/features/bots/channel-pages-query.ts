import { listAllChannelPages } from "@kakehashi/contract/channel-pages";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";

/** Fetches the Facebook pages and Zalo accounts that are connected to the bots on which the reader works. */
export const connectedPagesQuery = queryOptions({
  queryKey: ["channel pages"],
  async queryFn({ signal }) {
    const { data, meta } = await call(listAllChannelPages, { signal });
    return { pages: data, platforms: meta.platforms };
  },
  staleTime: 0,
});
