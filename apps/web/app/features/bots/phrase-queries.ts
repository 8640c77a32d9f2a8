import { type BotArticle, getBotArticle, listBotArticles } from "@kakehashi/contract/bot-articles";
import { listBotPhrases } from "@kakehashi/contract/bot-phrases";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { queryClient } from "../../kit/query.ts";
import { rowsOfPages } from "../../kit/rows-of.ts";

export const phrasesQuery = (id: string, search: string) =>
  infiniteQueryOptions({
    queryKey: ["bots", "one", id, "phrases", search],
    queryFn: ({ pageParam, signal }) =>
      call(listBotPhrases, {
        params: { id },
        query: { paging: "50", skip: String(pageParam), ...(search && { search }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ meta }) => meta.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    select: rowsOfPages,
  });

export const articlesQuery = (id: string, search: string) =>
  infiniteQueryOptions({
    queryKey: ["bots", "one", id, "articles", "list", search],
    queryFn: ({ pageParam, signal }) =>
      call(listBotArticles, {
        params: { id },
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
export const allArticlesQuery = (id: string) =>
  queryOptions({
    queryKey: ["bots", "one", id, "articles", "all"],
    staleTime: 0,
    async queryFn({ signal }) {
      const articles: BotArticle[] = [];
      let rowsToSkip: number | null = 0;
      while (rowsToSkip !== null) {
        const query: Record<string, string> = { paging: "100", skip: String(rowsToSkip) };
        const { data, meta }: Awaited<ReturnType<typeof call<typeof listBotArticles>>> = await call(
          listBotArticles,
          { params: { id }, query, signal },
        );
        articles.push(...data);
        rowsToSkip = meta.next;
      }
      return articles;
    },
  });

export const articleQuery = (id: string, articleId: string) =>
  queryOptions({
    queryKey: ["bots", "one", id, "articles", "one", articleId],
    queryFn: async ({ signal }) =>
      (await call(getBotArticle, { params: { id, aid: articleId }, signal })).data,
    staleTime: 0,
  });

export const refetchPhrases = (id: string): Promise<void> =>
  queryClient().invalidateQueries({ queryKey: ["bots", "one", id, "phrases"] });
export const refetchArticles = (id: string): Promise<void> =>
  queryClient().invalidateQueries({ queryKey: ["bots", "one", id, "articles"] });
