import { isLanguage } from "@kakehashi/contract/languages";
import {
  changeMemoryEntry,
  type FoundMemoryUnit,
  removeMemoryEntry,
  searchMemory,
} from "@kakehashi/contract/memory";
import { useInfiniteQuery } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { rowsOfPages } from "../../kit/rows-of.ts";

const memoryKey = ["memory"] as const;

/** The filters of the translation memory, as they are in the page's address. */
export type MemoryFilters = Readonly<Record<string, string>>;

/** The entries of the translation memory that contain the search text, in pages. */
export function useMemorySearch({ search = "", from, to, approved, project }: MemoryFilters) {
  return useInfiniteQuery({
    queryKey: [...memoryKey, search, from ?? "", to ?? "", approved ?? "", project ?? ""],
    queryFn: ({ pageParam, signal }) =>
      call(searchMemory, {
        query: {
          search,
          skip: pageParam,
          ...(project && { project_id: project }),
          ...(isLanguage(from) && { from }),
          ...(isLanguage(to) && { to }),
          ...(approved !== undefined && { approved: approved === "yes" ? "true" : "false" }),
        },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    select: rowsOfPages<FoundMemoryUnit>,
  });
}

export const refetchMemory = () => getQueryClient().invalidateQueries({ queryKey: memoryKey });

export async function correctMemoryPair(
  id: string,
  correction: { target: string; approved: boolean; changed_at: string },
): Promise<void> {
  await call(changeMemoryEntry, { params: { id }, body: correction });
  await refetchMemory();
}

/**
 * Removes an entry of the translation memory and then refetches the list. `onRemoved` is called before the refetch,
 * while the list still shows the entry. Refetches even if somebody else has already removed the entry.
 */
export async function removeMemoryPair(id: string, onRemoved: () => void): Promise<void> {
  try {
    await call(removeMemoryEntry, { params: { id } });
    onRemoved();
  } finally {
    await refetchMemory();
  }
}
