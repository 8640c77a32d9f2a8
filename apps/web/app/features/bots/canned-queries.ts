import { type CannedAnswer, listCannedAnswers } from "@kakehashi/contract/bot-canned";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { rowsOfPages } from "../../kit/rows-of.ts";

const cannedAnswersKey = (botId: string) => ["bots", "one", botId, "canned"] as const;
/**
 * After this many milliseconds the cached list of canned answers is fetched again, because an editor may have changed
 * it.
 */
const staleAfterMs = 60_000;

export const cannedAnswersQuery = (botId: string, search: string) =>
  infiniteQueryOptions({
    queryKey: [...cannedAnswersKey(botId), "list", search],
    queryFn: ({ pageParam, signal }) =>
      call(listCannedAnswers, {
        params: { id: botId },
        query: { skip: String(pageParam), ...(search && { search }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ meta }) => meta.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    select: rowsOfPages,
  });

/** All canned answers of a bot, for the composer's menu. A bot has at most 300. */
export const allCannedAnswersQuery = (botId: string) =>
  queryOptions({
    queryKey: [...cannedAnswersKey(botId), "all"],
    staleTime: staleAfterMs,
    async queryFn({ signal }) {
      const answers: CannedAnswer[] = [];
      let rowsToSkip: number | null = 0;
      while (rowsToSkip !== null) {
        const query: Record<string, string> = { paging: "100", skip: String(rowsToSkip) };
        const { data, meta }: Awaited<ReturnType<typeof call<typeof listCannedAnswers>>> = await call(
          listCannedAnswers,
          { params: { id: botId }, query, signal },
        );
        answers.push(...data);
        rowsToSkip = meta.next;
      }
      return answers;
    },
  });

export const refetchCannedAnswers = (botId: string): Promise<void> =>
  getQueryClient().invalidateQueries({ queryKey: cannedAnswersKey(botId) });
