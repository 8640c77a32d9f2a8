import { listBotTextTranslatorCandidates } from "@kakehashi/contract/bot-text-claims";
import type { Language } from "@kakehashi/contract/languages";
import { type HandOverCandidate, searchHandOverCandidates } from "@kakehashi/contract/translation-people";
import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { normalizeForSearch } from "../../kit/normalize-for-search.ts";
import { type BotTextKey, botTextHandOverQueryKey, botTextParamsOf } from "./bot-text-queries.ts";
import { translationsQueryKey } from "./queries.ts";

interface PeoplePage {
  data: HandOverCandidate[];
  meta?: { page: number; has_more: boolean };
}
const handOverPeopleQuery = (
  key: readonly unknown[],
  fetchPage: (page: number, signal: AbortSignal) => Promise<PeoplePage>,
) =>
  infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta?.has_more ? meta.page + 1 : undefined),
    placeholderData: keepPreviousData,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });
export type HandOverRecipientsQuery = ReturnType<typeof handOverPeopleQuery>;

/** The possible recipients of a handed-over translation, in pages. People who know both languages come first. */
export const messageRecipientsQuery = (
  mid: string,
  language: Language,
  search: string,
): HandOverRecipientsQuery =>
  handOverPeopleQuery([...translationsQueryKey, "people", mid, language, search], (page, signal) =>
    call(searchHandOverCandidates, {
      params: { mid, language },
      query: { page, ...(search !== "" && { search }) },
      signal,
    }),
  );

/**
 * Returns the possible recipients of a bot's text. The server returns all of them, because a bot has few people. The
 * search runs in the browser.
 */
export const botTextRecipientsQuery = (botTextKey: BotTextKey, search: string): HandOverRecipientsQuery =>
  handOverPeopleQuery(
    [...botTextHandOverQueryKey, ...Object.values(botTextParamsOf(botTextKey)), search],
    async (_, signal) => {
      const { data } = await call(listBotTextTranslatorCandidates, {
        params: botTextParamsOf(botTextKey),
        signal,
      });
      const searchWords = normalizeForSearch(search).split(/\s+/);
      return {
        data: data.filter(({ name, reading, latin_name }) => {
          const names = normalizeForSearch([name, reading, latin_name].join(" "));
          return searchWords.every((word) => names.includes(word));
        }),
      };
    },
  );
