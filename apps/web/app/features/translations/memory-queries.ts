import { listGlossaryTerms, type TermTranslation } from "@kakehashi/contract/glossary";
import type { AnswerOf } from "@kakehashi/contract/kit/endpoint";
import type { Language } from "@kakehashi/contract/languages";
import { listManagedMemoryProjects, listMemorySuggestions } from "@kakehashi/contract/memory";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";

export const memorySuggestionsQueryKey = ["translation-suggestions"] as const;

/**
 * The translation memory's suggestions for a message. Changes by other people do not update them, because the number of
 * a suggestion must not change while somebody presses it.
 */
export function useMemorySuggestions(mid: string, revision: number, language: Language, isEnabled: boolean) {
  return useQuery({
    queryKey: [...memorySuggestionsQueryKey, mid, revision, language],
    queryFn: async ({ signal }) =>
      (await call(listMemorySuggestions, { params: { mid, language }, signal })).data,
    enabled: isEnabled,
  });
}

/**
 * Fetches all glossary terms between two languages, page by page: those of the firm and, in a conversation of a
 * project, those of the project.
 */
export async function fetchGlossaryTerms(
  from: Language,
  to: Language,
  conversationId: string | null,
  signal: AbortSignal,
): Promise<TermTranslation[]> {
  const terms: TermTranslation[] = [];
  for (let skippedCount: number | null = 0; skippedCount !== null; ) {
    const response: AnswerOf<typeof listGlossaryTerms> = await call(listGlossaryTerms, {
      query: {
        from,
        to,
        skip: skippedCount,
        ...(conversationId !== null && { conversation_id: conversationId }),
      },
      signal,
    });
    terms.push(...response.data);
    skippedCount = response.meta.next;
  }
  return terms;
}

/** The cached glossary counts as current for this many milliseconds, because it seldom changes. */
export const glossaryStaleAfterMs = 10 * 60_000;

/**
 * All glossary terms between two languages in a conversation: those of its project and those of the firm. If
 * `conversationId` is null, only those of the firm.
 */
export function useGlossaryTerms(from: Language, to: Language, conversationId: string | null) {
  return useQuery({
    queryKey: ["glossary-terms", from, to, conversationId],
    queryFn: ({ signal }) => fetchGlossaryTerms(from, to, conversationId, signal),
    staleTime: glossaryStaleAfterMs,
  });
}

/** The projects whose translation memory and glossary the reader manages, newest first. */
export const useManagedMemoryProjects = () =>
  useQuery({
    queryKey: ["memory-projects"],
    queryFn: async ({ signal }) => (await call(listManagedMemoryProjects, { signal })).data,
  });
