import { claimBotText, handOverBotText, releaseBotTextClaim } from "@kakehashi/contract/bot-text-claims";
import {
  getBotText,
  listBotTextSuggestions,
  listBotTexts,
  listBotTranslationJobs,
  listOwnBotTranslations,
  saveBotTextDraft,
  translateBotText,
} from "@kakehashi/contract/bot-texts";
import type { AnswerOf } from "@kakehashi/contract/kit/endpoint";
import type { Language } from "@kakehashi/contract/languages";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { rowsOfPages } from "../../kit/rows-of.ts";
import { onLiveConnect, onPersonalEvent } from "../live/connection.ts";
import type { BotTextPlace } from "./bot-text-address.ts";
import { memorySuggestionsQueryKey } from "./memory-queries.ts";

/** While a broadcast is being sent, the lists are refetched at most once in this many milliseconds. */
const minimumRefreshGapMs = 1_500;

const botTextsQueryKey = ["bot-texts"] as const;
export const botTextHandOverQueryKey = [...botTextsQueryKey, "people"] as const;

export type BotTextDetail = AnswerOf<typeof getBotText>["data"];
export type BotTextRow = BotTextDetail["text"];

/** Identifies one text of a bot and the language into which it is translated. */
export interface BotTextKey extends BotTextPlace {
  readonly botId: string;
  readonly targetLanguage: Language;
}

export const botTextParamsOf = ({ botId, targetLanguage, container_id, field }: BotTextKey) => ({
  id: botId,
  container: container_id,
  field,
  language: targetLanguage,
});

/** The bots with texts that wait for the reader's translation. */
export const useBotTextJobs = () =>
  useQuery({
    queryKey: [...botTextsQueryKey, "jobs"],
    queryFn: async ({ signal }) => (await call(listBotTranslationJobs, { signal })).data,
  });

/**
 * The texts of a bot that wait for the reader's translation into `targetLanguage`. With `sourceLanguage`, only the
 * texts whose original is in that language.
 */
export const useBotTextsToTranslate = (
  botId: string,
  targetLanguage: Language,
  sourceLanguage: Language | undefined,
) =>
  useInfiniteQuery({
    queryKey: [...botTextsQueryKey, "list", botId, targetLanguage, sourceLanguage],
    queryFn: ({ pageParam, signal }) =>
      call(listBotTexts, {
        params: { id: botId, language: targetLanguage },
        query: { skip: pageParam, ...(sourceLanguage && { source: sourceLanguage }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    select: rowsOfPages<BotTextRow>,
  });

/** The bot texts that the reader is translating or has translated. They are fetched only if `isShown`. */
export const useOwnBotTexts = (isShown: boolean, targetLanguage: Language | undefined) =>
  useQuery({
    queryKey: [...botTextsQueryKey, "mine", targetLanguage],
    queryFn: async ({ signal }) =>
      (await call(listOwnBotTranslations, { query: targetLanguage ? { into: targetLanguage } : {}, signal }))
        .data,
    enabled: isShown,
  });

export async function handBotTextOver(
  botTextKey: BotTextKey,
  body: { user_id: string; note: string },
): Promise<void> {
  await call(handOverBotText, { params: botTextParamsOf(botTextKey), body });
  refetchBotTexts();
}

export const useBotText = (botTextKey: BotTextKey) =>
  useQuery({
    queryKey: [...botTextsQueryKey, "one", ...Object.values(botTextParamsOf(botTextKey))],
    queryFn: async ({ signal }) =>
      (await call(getBotText, { params: botTextParamsOf(botTextKey), signal })).data,
    staleTime: 0,
  });

/**
 * The translation memory's suggestions for a text. They are refetched only when the text changes, so that each
 * suggestion keeps its number.
 */
export const useBotTextMemorySuggestions = (botTextKey: BotTextKey, originalText: string) =>
  useQuery({
    queryKey: [...memorySuggestionsQueryKey, ...Object.values(botTextParamsOf(botTextKey)), originalText],
    queryFn: async ({ signal }) =>
      (await call(listBotTextSuggestions, { params: botTextParamsOf(botTextKey), signal })).data,
  });

export const refetchBotTexts = () => void getQueryClient().invalidateQueries({ queryKey: botTextsQueryKey });

/** Refetches the shown bot texts when a live event says that they have changed. */
export function useLiveBotTexts(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Live events are frequent while a broadcast is being sent, so refetch at most once in `minimumRefreshGapMs`.
    const refetchBotTextsSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        refetchBotTexts();
      }, minimumRefreshGapMs);
    };
    const unsubscribers = [
      () => clearTimeout(timer),
      onLiveConnect(refetchBotTexts),
      onPersonalEvent(({ type }) => {
        if (type === "BOT_TEXTS_CHANGED" || type === "BOT_STORY_CHANGED") refetchBotTexts();
        if (type === "BOT_BROADCAST_CHANGED") refetchBotTextsSoon();
      }),
    ];
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, []);
}

export async function claimText(botTextKey: BotTextKey): Promise<void> {
  await call(claimBotText, { params: botTextParamsOf(botTextKey) });
  refetchBotTexts();
}

export async function releaseText(botTextKey: BotTextKey): Promise<void> {
  await call(releaseBotTextClaim, { params: botTextParamsOf(botTextKey) });
  refetchBotTexts();
}

export const saveDraftOfBotText = (botTextKey: BotTextKey, content: string) =>
  call(saveBotTextDraft, { params: botTextParamsOf(botTextKey), body: { content } });

export async function saveTranslationOfBotText(
  botTextKey: BotTextKey,
  body: { content: string; source: string; target: string },
): Promise<void> {
  await call(translateBotText, { params: botTextParamsOf(botTextKey), body });
  refetchBotTexts();
}
