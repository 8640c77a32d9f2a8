import type { Language } from "@kakehashi/contract/languages";
import { listTranslationHistory, restoreTranslation } from "@kakehashi/contract/translation-history";
import { listTranslationQueue } from "@kakehashi/contract/translation-queue";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import {
  approveTranslation,
  claimTranslation,
  createTranslation,
  getTranslation,
  rejectTranslation,
  releaseTranslation,
  requestTranslation,
  type TranslationUnit,
} from "@kakehashi/contract/translations";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../kit/api.ts";
import { queryClient } from "../../kit/query.ts";
import { rowsOf } from "../../kit/rows-of.ts";
import { onLiveConnect, onLiveEvent } from "../live/connection.ts";

const translationsKey = ["translations"] as const;

/** The query of the queue. Without a language, it shows all languages that the translator knows. */
export interface QueueFilter {
  readonly language?: Language | undefined;
}

/** The queue: urgent requests first, then those that have waited longest. */
export function useQueue({ language }: QueueFilter) {
  return useInfiniteQuery({
    queryKey: [...translationsKey, "queue", language ?? ""],
    queryFn: ({ pageParam, signal }) =>
      call(listTranslationQueue, { query: { skip: pageParam, ...(language && { language }) }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    select: rowsOf<TranslationUnit>,
  });
}

/** One message and its translation, with the messages around it. */
export function useUnit(mid: string, language: Language) {
  return useQuery({
    queryKey: [...translationsKey, "unit", mid, language],
    queryFn: async ({ signal }) => (await call(getTranslation, { params: { mid, language }, signal })).data,
  });
}

/** The history of a translation, the latest entry first. */
export function useHistory(mid: string, language: Language) {
  return useQuery({
    queryKey: [...translationsKey, "history", mid, language],
    queryFn: async ({ signal }) =>
      (await call(listTranslationHistory, { params: { mid, language }, query: {}, signal })).data,
  });
}

/** Keeps these queries up to date by live events. Many events in a short time cause one refetch. */
export function useLiveTranslations(): void {
  useEffect(() => {
    let refetchTimer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      clearTimeout(refetchTimer);
      refetchTimer = setTimeout(
        () => void queryClient().invalidateQueries({ queryKey: translationsKey }),
        gatheredMs,
      );
    };
    const unsubscribes = [
      onLiveConnect(refresh),
      onLiveEvent((event) => {
        if (relevantEvents.has(event.type)) refresh();
      }),
    ];
    return () => {
      clearTimeout(refetchTimer);
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }, []);
}
const gatheredMs = 200;
const relevantEvents: ReadonlySet<string> = new Set([
  "TRANSLATION_CHANGED",
  "MESSAGE_UPDATED",
  "MESSAGE_DELETED",
]);

/** Refetches everything shown, also when a step was refused: then the state has changed meanwhile. */
async function refreshAfter<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } finally {
    void queryClient().invalidateQueries({ queryKey: translationsKey });
  }
}
const unitParams = (mid: string, language: Language) => ({ params: { mid, language } });

export interface WrittenTranslation {
  readonly content: string;
  /** The version of the translation and the revision of the original that the writer started from. */
  readonly version: number;
  readonly revision: number;
  /** Save in spite of the warnings of the checks. */
  readonly confirmed: boolean;
}

export const submit = async (
  mid: string,
  language: Language,
  body: WrittenTranslation,
): Promise<TranslationUnit> =>
  (await refreshAfter(call(createTranslation, { ...unitParams(mid, language), body }))).data;
export const claim = async (mid: string, language: Language): Promise<void> => {
  await call(claimTranslation, unitParams(mid, language));
};
export const releaseClaim = async (mid: string, language: Language): Promise<void> => {
  await call(releaseTranslation, unitParams(mid, language));
};
export const approve = async (mid: string, { language, version }: MessageTranslation): Promise<void> => {
  await refreshAfter(call(approveTranslation, { ...unitParams(mid, language), body: { version } }));
};
export const reject = async (mid: string, language: Language, reason: string): Promise<void> => {
  await refreshAfter(call(rejectTranslation, { ...unitParams(mid, language), body: { reason } }));
};
/** Requests another translation. */
export const requestAgain = async (mid: string, language: Language, reason: string): Promise<void> => {
  await refreshAfter(call(requestTranslation, { ...unitParams(mid, language), body: { reason } }));
};
export const restore = async (mid: string, language: Language, version: number): Promise<void> => {
  await refreshAfter(call(restoreTranslation, { ...unitParams(mid, language), body: { version } }));
};
