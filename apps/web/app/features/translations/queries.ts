import type { AnswerOf } from "@kakehashi/contract/kit/endpoint";
import type { Language } from "@kakehashi/contract/languages";
import {
  listTranslationHistory,
  type TranslationHistoryEntry,
} from "@kakehashi/contract/translation-history";
import {
  listTranslationQuestions,
  type TranslationQuestion,
} from "@kakehashi/contract/translation-questions";
import {
  listMyTranslations,
  listTranslationQueue,
  listUnapprovedExactHits,
} from "@kakehashi/contract/translation-queue";
import { getTranslation, type TranslationUnit } from "@kakehashi/contract/translations";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../kit/api.ts";
import { ApiError } from "../../kit/api-error.ts";
import { getQueryClient } from "../../kit/query.ts";
import { rowsOfPages } from "../../kit/rows-of.ts";
import { onConversationEvent, onLiveConnect } from "../live/connection.ts";
import { idPattern, type TranslationListFilter } from "./desk-address.ts";

export const translationsQueryKey = ["translations"] as const;

/**
 * The items of the translators' list. Waiting translations are sorted by urgency and then by waiting time, longest
 * first. The translator's own translations are sorted by their last change, newest first.
 */
export function useTranslationList({
  list,
  roomId,
  projectId,
  source,
  into,
  urgency,
  minutes,
}: TranslationListFilter) {
  const language = into && { language: into };
  return useInfiniteQuery({
    queryKey: [...translationsQueryKey, "list", list, roomId, projectId, source, into, urgency, minutes],
    queryFn: ({ pageParam, signal }) => {
      // For a malformed id, show that the conversation does not exist. The server would only report an invalid field.
      if (roomId !== undefined && !idPattern.test(roomId)) throw new ApiError(404, "ERR.NOT_FOUND", "");
      return list === "mine"
        ? call(listMyTranslations, { query: { skip: pageParam, ...language }, signal })
        : call(listTranslationQueue, {
            query: {
              skip: pageParam,
              ...language,
              ...(source && { source }),
              ...(roomId && { conversation_id: roomId }),
              ...(projectId && { project_id: projectId }),
              ...(urgency && { urgency }),
              ...(minutes !== undefined && { minutes }),
            },
            signal,
          });
    },
    initialPageParam: 0,
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    select: rowsOfPages<TranslationUnit>,
  });
}

/** Unapproved translations that were taken from the translation memory, newest first. */
export function useUnapprovedExactHits() {
  return useInfiniteQuery({
    queryKey: [...translationsQueryKey, "hits"],
    queryFn: ({ pageParam, signal }) => call(listUnapprovedExactHits, { query: { skip: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    select: rowsOfPages<TranslationUnit>,
  });
}

export const translationUnitQueryKey = (mid: string, language: Language) =>
  [...translationsQueryKey, "unit", mid, language] as const;
export type TranslationUnitDetail = AnswerOf<typeof getTranslation>["data"];

/** One message and its translation, with the messages before and after it. */
export function useTranslationUnit(mid: string, language: Language) {
  return useQuery({
    queryKey: translationUnitQueryKey(mid, language),
    queryFn: async ({ signal }) => (await call(getTranslation, { params: { mid, language }, signal })).data,
  });
}

/** The translators' questions to a message's author, in pages, newest first. */
export function useTranslationQuestions(mid: string, language: Language) {
  return useInfiniteQuery({
    queryKey: [...translationUnitQueryKey(mid, language), "questions"],
    queryFn: ({ pageParam, signal }) =>
      call(listTranslationQuestions, {
        params: { mid, language },
        query: pageParam === null ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ data, meta }) => (meta.below ? data.at(-1)?.question.id : undefined),
    select: rowsOfPages<TranslationQuestion>,
  });
}

/** The history of a translation, in pages, newest entry first. */
export function useTranslationHistory(mid: string, language: Language) {
  return useInfiniteQuery({
    queryKey: [...translationsQueryKey, "history", mid, language],
    queryFn: ({ pageParam, signal }) =>
      call(listTranslationHistory, {
        params: { mid, language },
        query: pageParam === null ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ data, meta }) => (meta.below ? data.at(-1)?.step : undefined),
    select: rowsOfPages<TranslationHistoryEntry>,
  });
}

/** Refetches the shown translations after a live event about them. Several events in a row cause one refetch. */
export function useLiveTranslations(): void {
  useEffect(() => {
    const refetchAll = createGatheredRefetch(translationsQueryKey);
    // A new reply in a thread may answer a translator's question. Refetch the open message, because its page shows the
    // questions with their answers.
    const refetchUnit = createGatheredRefetch([...translationsQueryKey, "unit"]);
    const unsubscribers = [
      onLiveConnect(refetchAll.refetchSoon),
      onConversationEvent((event) => {
        if (refetchingEventTypes.has(event.type)) refetchAll.refetchSoon();
        else if (event.type === "MESSAGE_CREATED" && event.message.parent_id !== null)
          refetchUnit.refetchSoon();
      }),
      refetchAll.stop,
      refetchUnit.stop,
    ];
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, []);
}
const eventGatheringMs = 200;
const refetchingEventTypes: ReadonlySet<string> = new Set([
  "TRANSLATION_CHANGED",
  "MESSAGE_UPDATED",
  "MESSAGE_DELETED",
  // The reader has joined or left a conversation, so their permissions may have changed.
  "CONVERSATION_ADDED",
  "CONVERSATION_REMOVED",
]);

/** Returns functions that refetch a query once after several changes in a row, and that cancel the planned refetch. */
function createGatheredRefetch(queryKey: readonly string[]) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function refetch(): void {
    // A page of the list is loading, and a refetch would cancel it. So try again later.
    if (getQueryClient().isFetching({ queryKey }) > 0) timer = setTimeout(refetch, eventGatheringMs);
    else void getQueryClient().invalidateQueries({ queryKey });
  }
  return {
    refetchSoon(): void {
      clearTimeout(timer);
      timer = setTimeout(refetch, eventGatheringMs);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Refetches all shown data about translations. */
export const refetchTranslations = () =>
  void getQueryClient().invalidateQueries({ queryKey: translationsQueryKey });
