import type { Language } from "@kakehashi/contract/languages";
import { useQuery } from "@tanstack/react-query";
import { fetchGlossaryTerms, glossaryStaleAfterMs } from "../../translations/memory-queries.ts";
import { createIncrementalTermFinder } from "./line-terms.ts";

/** Resolves when the page is idle. Preparing a large glossary takes some milliseconds and must not delay input. */
const waitUntilPageIdle = () =>
  new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === "undefined") setTimeout(resolve);
    else requestIdleCallback(() => resolve(), { timeout: 2_000 });
  });

/**
 * Returns a function that finds glossary terms in a text, with translations for the other languages in the
 * conversation. Undefined until the glossary is ready.
 */
export function useTermFinder(
  textLanguage: Language,
  readerLanguages: readonly Language[],
  conversationId: string,
) {
  const { data } = useQuery({
    queryKey: ["writing-terms", conversationId, textLanguage, ...readerLanguages],
    queryFn: async ({ signal }) => {
      const termLists = await Promise.all(
        readerLanguages.map(async (translationLanguage) =>
          (await fetchGlossaryTerms(textLanguage, translationLanguage, conversationId, signal)).map(
            (term) => ({
              ...term,
              translationLanguage,
            }),
          ),
        ),
      );
      await waitUntilPageIdle();
      return createIncrementalTermFinder(textLanguage, termLists.flat());
    },
    staleTime: glossaryStaleAfterMs,
    structuralSharing: false,
  });
  return data;
}
