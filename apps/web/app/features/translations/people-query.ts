import type { Language } from "@kakehashi/contract/languages";
import { listTranslationPeople, type TranslationPerson } from "@kakehashi/contract/translation-people";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { rowsOf } from "../../kit/rows-of.ts";
import { translationsKey } from "./queries.ts";

/** The people to whom a translation can be handed over, in pages. Those who know both languages come first. */
export function useTranslationPeople(mid: string, language: Language, search: string) {
  return useInfiniteQuery({
    queryKey: [...translationsKey, "people", mid, language, search],
    queryFn: ({ pageParam, signal }) =>
      call(listTranslationPeople, {
        params: { mid, language },
        query: { page: pageParam, ...(search !== "" && { search }) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.page + 1 : undefined),
    placeholderData: keepPreviousData,
    select: rowsOf<TranslationPerson>,
  });
}
