import { type BotArticle, getBotArticle, listBotArticles } from "@kakehashi/contract/bot-articles";
import { listBotPhrases } from "@kakehashi/contract/bot-phrases";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { rowsOfPages } from "../../kit/rows-of.ts";

export const phrasesQuery = (botId: string, search: string) =>
  infiniteQueryOptions({
    queryKey: ["bots", "one", botId, "phrases", search],
    queryFn: ({ pageParam, signal }) =>
      call(listBotPhrases, {
        params: { id: botId },
        query: { paging: "50", skip: String(pageParam), ...(search && { search }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ meta }) => meta.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    select: rowsOfPages,
  });

export const articlesQuery = (botId: string, search: string) =>
  infiniteQueryOptions({
    queryKey: ["bots", "one", botId, "articles", "list", search],
    queryFn: ({ pageParam, signal }) =>
      call(listBotArticles, {
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

/** All articles of a bot, for the select field. A bot has at most 500. */
export const allArticlesQuery = (botId: string) =>
  queryOptions({
    queryKey: ["bots", "one", botId, "articles", "all"],
    staleTime: 0,
    async queryFn({ signal }) {
      const articles: BotArticle[] = [];
      let rowsToSkip: number | null = 0;
      while (rowsToSkip !== null) {
        const query: Record<string, string> = { paging: "100", skip: String(rowsToSkip) };
        const { data, meta }: Awaited<ReturnType<typeof call<typeof listBotArticles>>> = await call(
          listBotArticles,
          { params: { id: botId }, query, signal },
        );
        articles.push(...data);
        rowsToSkip = meta.next;
      }
      return articles;
    },
  });

export const articleQuery = (botId: string, articleId: string) =>
  queryOptions({
    queryKey: ["bots", "one", botId, "articles", "one", articleId],
    queryFn: async ({ signal }) =>
      (await call(getBotArticle, { params: { id: botId, aid: articleId }, signal })).data,
    staleTime: 0,
  });

export const refetchPhrases = (botId: string): Promise<void> =>
  getQueryClient().invalidateQueries({ queryKey: ["bots", "one", botId, "phrases"] });
export const refetchArticles = (botId: string): Promise<void> =>
  getQueryClient().invalidateQueries({ queryKey: ["bots", "one", botId, "articles"] });
