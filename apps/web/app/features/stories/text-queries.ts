import {
  getBotTranslationStatus,
  requestBotTextTranslations,
  withdrawBotTextTranslationsRequest,
} from "@kakehashi/contract/bot-text-requests";
import type { Language } from "@kakehashi/contract/languages";
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { useBuilder } from "./builder.ts";

/**
 * For each language of a bot, the number of texts that wait for a translation. The query key contains the languages, so
 * that new languages cause a refetch.
 */
export const botTranslationStatusQuery = (botId: string, languages: readonly Language[]) =>
  queryOptions({
    queryKey: ["stories", "texts", botId, languages],
    queryFn: async ({ signal }) =>
      (await call(getBotTranslationStatus, { params: { id: botId }, signal })).data,
    staleTime: 0,
  });

export function useBotTranslationStatus() {
  const { botId, languages } = useBuilder();
  return useQuery(botTranslationStatusQuery(botId, languages));
}

/**
 * Refetches the numbers of texts that wait for a translation. Call this function after a text was changed or
 * translated, or translations were requested.
 */
export const refetchBotTranslationStatus = (botId: string): Promise<void> =>
  getQueryClient().invalidateQueries({ queryKey: ["stories", "texts", botId] });

/**
 * Requests translations of all texts of a bot that are missing or outdated in `language`, or withdraws this request.
 */
export function useBotTranslationRequest(botId: string, language: Language) {
  return useMutation({
    mutationFn: (isRequested: boolean) =>
      call(isRequested ? requestBotTextTranslations : withdrawBotTextTranslationsRequest, {
        params: { id: botId, language },
      }),
    onSettled: () => void refetchBotTranslationStatus(botId),
  });
}

/** Splits a text's name in a story into the id of its block and the field's path in the block. */
export function splitStoryTextField(field: string): { blockId: string; field: string } {
  const [blockId = "", ...fieldParts] = field.split(".");
  return { blockId, field: fieldParts.join(".") };
}

/** The fields of a block whose translation into this language is outdated. */
export function useOutdatedFields(blockId: string, language: Language): readonly string[] {
  const { storyId } = useBuilder();
  const { data } = useBotTranslationStatus();
  return (data?.outdated ?? [])
    .filter((outdatedText) => outdatedText.container_id === storyId && outdatedText.language === language)
    .map(({ field }) => splitStoryTextField(field))
    .filter((outdatedField) => outdatedField.blockId === blockId)
    .map(({ field }) => field);
}
