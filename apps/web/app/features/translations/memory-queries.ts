import { type GlossaryTerm, listGlossaryTerms } from "@kakehashi/contract/glossary";
import type { Answer } from "@kakehashi/contract/kit/endpoint";
import type { Language } from "@kakehashi/contract/languages";
import { listMemoryProjects, listSuggestions } from "@kakehashi/contract/memory";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";

export const suggestionsKey = ["translation-suggestions"] as const;

/**
 * The memory's suggestions for a message. They stay the same when other people change the memory, because a suggestion
 * must not get another number while somebody presses its number.
 */
export function useSuggestions(mid: string, revision: number, language: Language) {
  return useQuery({
    queryKey: [...suggestionsKey, mid, revision, language],
    queryFn: async ({ signal }) => (await call(listSuggestions, { params: { mid, language }, signal })).data,
  });
}

/**
 * Reads all glossary terms between two languages, page by page: the terms of a conversation, or those of the firm if
 * the conversation is null.
 */
export async function fetchTerms(
  from: Language,
  to: Language,
  conversationId: string | null,
  signal: AbortSignal,
): Promise<GlossaryTerm[]> {
  const terms: GlossaryTerm[] = [];
  for (let skip: number | null = 0; skip !== null; ) {
    const answer: Answer<typeof listGlossaryTerms> = await call(listGlossaryTerms, {
      query: { from, to, skip, ...(conversationId !== null && { conversation_id: conversationId }) },
      signal,
    });
    terms.push(...answer.data);
    skip = answer.meta.next;
  }
  return terms;
}

/** Milliseconds during which the glossary is not fetched again. The glossary seldom changes. */
export const glossaryStaleAfterMs = 10 * 60_000;

/** All glossary terms between two languages in a conversation: the terms of its project and the terms of the firm. */
export function useTerms(from: Language, to: Language, conversationId: string | null) {
  return useQuery({
    queryKey: ["glossary-terms", from, to, conversationId],
    queryFn: ({ signal }) => fetchTerms(from, to, conversationId, signal),
    staleTime: glossaryStaleAfterMs,
  });
}

/** The projects of a translator, the newest first. */
export const useMemoryProjects = () =>
  useQuery({
    queryKey: ["memory-projects"],
    queryFn: async ({ signal }) => (await call(listMemoryProjects, { signal })).data,
  });
