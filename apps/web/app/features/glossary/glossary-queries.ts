import {
  addGlossaryEntry,
  changeGlossaryEntry,
  type GlossaryEntry,
  type GlossaryEntryChange,
  listGlossary,
  removeGlossaryEntry,
} from "@kakehashi/contract/glossary";
import { useInfiniteQuery } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { getQueryClient, refetchLists } from "../../kit/query.ts";
import { rowsOfPages } from "../../kit/rows-of.ts";

const glossaryKey = ["glossary"] as const;

/** The glossary entries that contain the search text, in pages. */
export function useGlossary(search: string, projectId: string | undefined) {
  return useInfiniteQuery({
    queryKey: [...glossaryKey, search, projectId ?? ""],
    queryFn: ({ pageParam, signal }) =>
      call(listGlossary, {
        query: { search, skip: pageParam, ...(projectId && { project_id: projectId }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    select: rowsOfPages<GlossaryEntry>,
  });
}

/**
 * Refetches everything that shows glossary terms: the list, the glossary on a team's page, and the terms in the
 * translation editor.
 */
export async function refetchGlossary(): Promise<void> {
  void getQueryClient().invalidateQueries({ queryKey: ["glossary-terms"] });
  void refetchLists({ queryKey: ["teams", "glossary"] });
  await refetchLists({ queryKey: glossaryKey });
}

/**
 * Saves a glossary entry. Without an id, creates an entry in the glossary of the project `projectId`, or in the firm's
 * glossary if there is no project.
 */
export async function saveGlossaryEntry(
  id: string | undefined,
  body: GlossaryEntryChange,
  projectId: string | undefined,
): Promise<void> {
  const { updated_at: _, ...entry } = body;
  await (id === undefined
    ? call(addGlossaryEntry, { query: projectId ? { project_id: projectId } : {}, body: entry })
    : call(changeGlossaryEntry, { params: { id }, body }));
  await refetchGlossary();
}

/**
 * Removes a glossary entry and then refetches the list. Refetches even if the request fails, because somebody else may
 * have removed the entry. `onRemoved` is called before the refetch, while the list still shows the entry.
 */
export async function deleteGlossaryEntry(id: string, onRemoved: () => void): Promise<void> {
  try {
    await call(removeGlossaryEntry, { params: { id } });
    onRemoved();
  } finally {
    await refetchGlossary();
  }
}
