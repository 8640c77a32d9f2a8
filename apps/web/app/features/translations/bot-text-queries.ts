import { claimBotText, handOverBotText, releaseBotText } from "@kakehashi/contract/bot-text-claims";
import {
  getBotText,
  listBotTextJobs,
  listBotTextSuggestions,
  listBotTexts,
  listOwnBotTexts,
  saveBotTextDraft,
  translateBotText,
} from "@kakehashi/contract/bot-texts";
import type { AnswerOf } from "@kakehashi/contract/kit/endpoint";
import type { Language } from "@kakehashi/contract/languages";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../kit/api.ts";
import { queryClient } from "../../kit/query.ts";
import { rowsOfPages } from "../../kit/rows-of.ts";
import { onLiveConnect, onPersonalEvent } from "../live/connection.ts";
import type { BotTextPlace } from "./bot-text-address.ts";
import { suggestionsKey } from "./memory-queries.ts";

/** While a broadcast is being sent, the lists are refetched at most once in this many milliseconds. */
const minimumRefreshGapMs = 1_500;

const botTextsKey = ["bot-texts"] as const;
export const botTextPeopleKey = [...botTextsKey, "people"] as const;

export type BotTextDetail = AnswerOf<typeof getBotText>["data"];
export type BotTextRow = BotTextDetail["text"];

/** Identifies one text of a bot and the language into which it is translated. */
export interface BotTextAddress extends BotTextPlace {
  readonly botId: string;
  readonly to: Language;
}

export const paramsOf = ({ botId, to, container_id, field }: BotTextAddress) => ({
  id: botId,
  container: container_id,
  field,
  language: to,
});

/** The bots with texts that wait for the reader's translation. */
export const useBotTextJobs = () =>
  useQuery({
    queryKey: [...botTextsKey, "jobs"],
    queryFn: async ({ signal }) => (await call(listBotTextJobs, { signal })).data,
  });

/**
 * The texts of a bot that wait for the reader's translation into `language`. `source` limits them to texts in that
 * language.
 */
export const useBotTextList = (botId: string, language: Language, source: Language | undefined) =>
  useInfiniteQuery({
    queryKey: [...botTextsKey, "list", botId, language, source],
    queryFn: ({ pageParam, signal }) =>
      call(listBotTexts, {
        params: { id: botId, language },
        query: { skip: pageParam, ...(source && { source }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    select: rowsOfPages<BotTextRow>,
  });

/** The bot texts that the reader is translating or has translated. They are fetched only if `isShown`. */
export const useOwnBotTexts = (isShown: boolean, into: Language | undefined) =>
  useQuery({
    queryKey: [...botTextsKey, "mine", into],
    queryFn: async ({ signal }) =>
      (await call(listOwnBotTexts, { query: into ? { into } : {}, signal })).data,
    enabled: isShown,
  });

export async function handBotTextOver(
  textAddress: BotTextAddress,
  body: { user_id: string; note: string },
): Promise<void> {
  await call(handOverBotText, { params: paramsOf(textAddress), body });
  refreshBotTexts();
}

export const useBotText = (textAddress: BotTextAddress) =>
  useQuery({
    queryKey: [...botTextsKey, "one", ...Object.values(paramsOf(textAddress))],
    queryFn: async ({ signal }) => (await call(getBotText, { params: paramsOf(textAddress), signal })).data,
    staleTime: 0,
  });

/**
 * The translation memory's suggestions for a text. They are refetched only when the text changes, so that each
 * suggestion keeps its number.
 */
export const useBotTextSuggestions = (textAddress: BotTextAddress, source: string) =>
  useQuery({
    queryKey: [...suggestionsKey, ...Object.values(paramsOf(textAddress)), source],
    queryFn: async ({ signal }) =>
      (await call(listBotTextSuggestions, { params: paramsOf(textAddress), signal })).data,
  });

export const refreshBotTexts = () => void queryClient().invalidateQueries({ queryKey: botTextsKey });

/** Refetches the shown bot texts when a live event says that they have changed. */
export function useLiveBotTexts(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Live events are frequent while a broadcast is being sent, so refetch at most once in `minimumRefreshGapMs`.
    const refetchBotTextsSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        refreshBotTexts();
      }, minimumRefreshGapMs);
    };
    const unsubscribes = [
      () => clearTimeout(timer),
      onLiveConnect(refreshBotTexts),
      onPersonalEvent(({ type }) => {
        if (type === "BOT_TEXTS_CHANGED" || type === "BOT_STORY_CHANGED") refreshBotTexts();
        if (type === "BOT_BROADCAST_CHANGED") refetchBotTextsSoon();
      }),
    ];
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }, []);
}

export async function claimText(textAddress: BotTextAddress): Promise<void> {
  await call(claimBotText, { params: paramsOf(textAddress) });
  refreshBotTexts();
}

export async function releaseText(textAddress: BotTextAddress): Promise<void> {
  await call(releaseBotText, { params: paramsOf(textAddress) });
  refreshBotTexts();
}

export const saveDraftOfBotText = (textAddress: BotTextAddress, content: string) =>
  call(saveBotTextDraft, { params: paramsOf(textAddress), body: { content } });

export async function saveTranslationOfBotText(
  textAddress: BotTextAddress,
  body: { content: string; source: string; target: string },
): Promise<void> {
  await call(translateBotText, { params: paramsOf(textAddress), body });
  refreshBotTexts();
}
