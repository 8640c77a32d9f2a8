import type { Language } from "@kakehashi/contract/languages";
import { useQuery } from "@tanstack/react-query";
import { fetchTerms, glossaryStaleAfterMs } from "../../translations/memory-queries.ts";
import { createIncrementalTermFinder } from "./line-terms.ts";

/** Resolves when the page is idle, because preparing a large glossary takes some milliseconds. */
const whenIdle = () =>
  new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === "undefined") setTimeout(resolve);
    else requestIdleCallback(() => resolve(), { timeout: 2_000 });
  });

/**
 * Finds the glossary's terms in a text, for readers of the other languages of a conversation. Undefined until
 * the glossary is ready.
 */
export function useWritingTerms(
  from: Language,
  readerLanguages: readonly Language[],
  conversationId: string,
) {
  const { data } = useQuery({
    queryKey: ["writing-terms", conversationId, from, ...readerLanguages],
    queryFn: async ({ signal }) => {
      const termLists = await Promise.all(
        readerLanguages.map(async (language) =>
          (await fetchTerms(from, language, conversationId, signal)).map((term) => ({ ...term, language })),
        ),
      );
      await whenIdle();
      return createIncrementalTermFinder(from, termLists.flat());
    },
    staleTime: glossaryStaleAfterMs,
    structuralSharing: false,
  });
  return data;
}
