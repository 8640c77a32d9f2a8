import { askBotTexts, getBotTexts, withdrawBotTexts } from "@kakehashi/contract/bot-text-requests";
import type { Language } from "@kakehashi/contract/languages";
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { queryClient } from "../../kit/query.ts";
import { useBuilder } from "./builder.ts";

/**
 * The number of a bot's texts that wait for a translation into each of its languages. The query's key contains the
 * languages, so that the counts are fetched again when the bot gets other languages.
 */
export const botTextsQuery = (id: string, languages: readonly Language[]) =>
  queryOptions({
    queryKey: ["stories", "texts", id, languages],
    queryFn: async ({ signal }) => (await call(getBotTexts, { params: { id }, signal })).data,
    staleTime: 0,
  });

export function useBotTexts() {
  const { botId, languages } = useBuilder();
  return useQuery(botTextsQuery(botId, languages));
}

/**
 * Refetches the numbers of texts that wait for a translation. Call this function after somebody has changed a text,
 * requested translations or translated a text.
 */
export const refreshBotTexts = (botId: string): Promise<void> =>
  queryClient().invalidateQueries({ queryKey: ["stories", "texts", botId] });

/** Requests the translation of all texts of a bot that lack a language, or withdraws that request. */
export function useTranslationRequest(id: string, language: Language) {
  return useMutation({
    mutationFn: (isAsked: boolean) =>
      call(isAsked ? askBotTexts : withdrawBotTexts, { params: { id, language } }),
    onSettled: () => void refreshBotTexts(id),
  });
}

/** Splits the name of a text in a story into the id of its block and the path of the field in this block. */
export function splitStoryTextField(field: string): { blockId: string; field: string } {
  const [blockId = "", ...rest] = field.split(".");
  return { blockId, field: rest.join(".") };
}

/** The fields of a block that have an outdated translation into this language. */
export function useOutdatedFields(blockId: string, language: Language): readonly string[] {
  const { storyId } = useBuilder();
  const { data } = useBotTexts();
  return (data?.outdated ?? [])
    .filter((outdatedText) => outdatedText.container_id === storyId && outdatedText.language === language)
    .map(({ field }) => splitStoryTextField(field))
    .filter((place) => place.blockId === blockId)
    .map(({ field }) => field);
}
