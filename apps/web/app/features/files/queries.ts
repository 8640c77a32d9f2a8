import { type FileType, listFileLocations, listFiles, type SharedFile } from "@kakehashi/contract/files";
import { type InfiniteData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";

interface Query {
  type: FileType;
  mine: boolean;
  /** Only files of this conversation. Null for all. */
  place: string | null;
}

/** The loaded files. A file that arrives between two pages is listed once. */
export function useFiles({ type, mine, place }: Query) {
  return useInfiniteQuery({
    queryKey: ["files", type, mine, place],
    queryFn: ({ pageParam, signal }) =>
      call(listFiles, {
        query: { type, mine: mine ? "1" : "0", page: pageParam, ...(place && { in: place }) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.page + 1 : undefined),
    select: eachOnce,
  });
}

const eachOnce = ({ pages }: InfiniteData<{ data: SharedFile[] }>) => [
  ...new Map(pages.flatMap(({ data }) => data.map((file) => [file.id, file]))).values(),
];

export function useLocations(mine: boolean) {
  return useQuery({
    queryKey: ["file-locations", mine],
    queryFn: async ({ signal }) =>
      (await call(listFileLocations, { query: { mine: mine ? "1" : "0" }, signal })).data,
  });
}
