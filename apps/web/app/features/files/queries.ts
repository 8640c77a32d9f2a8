import {
  type FileTypeFilter,
  listConversationsWithFiles,
  listFiles,
  type SharedFile,
} from "@kakehashi/contract/files";
import { type InfiniteData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";

interface FileListQuery {
  type: FileTypeFilter;
  onlyMine: boolean;
  /** The id of the conversation whose files are listed. Null for the files of all conversations. */
  conversationId: string | null;
}

/**
 * Returns all loaded files that were sent in conversations, each only once. Two pages of the list contain the same file
 * if new files arrived between the requests for these pages.
 */
export function useSharedFiles({ type, onlyMine, conversationId }: FileListQuery) {
  return useInfiniteQuery({
    queryKey: ["files", type, onlyMine, conversationId],
    queryFn: ({ pageParam, signal }) =>
      call(listFiles, {
        query: {
          type,
          mine: onlyMine ? "1" : "0",
          page: pageParam,
          ...(conversationId && { in: conversationId }),
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.page + 1 : undefined),
    select: uniqueFilesOf,
  });
}

const uniqueFilesOf = ({ pages }: InfiniteData<{ data: SharedFile[] }>) => [
  ...new Map(pages.flatMap(({ data }) => data.map((file) => [file.id, file]))).values(),
];

export function useConversationsWithFiles(onlyMine: boolean) {
  return useQuery({
    queryKey: ["file-locations", onlyMine],
    queryFn: async ({ signal }) =>
      (await call(listConversationsWithFiles, { query: { mine: onlyMine ? "1" : "0" }, signal })).data,
  });
}
