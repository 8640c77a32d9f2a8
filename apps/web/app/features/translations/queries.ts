import type { Language } from "@kakehashi/contract/languages";
import {
  listTranslationHistory,
  restoreTranslation,
  type TranslationEntry,
} from "@kakehashi/contract/translation-history";
import {
  approveHits,
  listExactHits,
  listMyTranslations,
  listTranslationQueue,
  maximumApproved,
} from "@kakehashi/contract/translation-queue";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import {
  approveTranslation,
  askAuthor,
  claimTranslation,
  createTranslation,
  getTranslation,
  handOverTranslation,
  rejectTranslation,
  releaseTranslation,
  requestTranslation,
  type TranslationUnit,
} from "@kakehashi/contract/translations";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../kit/api.ts";
import { ApiError } from "../../kit/api-error.ts";
import { queryClient } from "../../kit/query.ts";
import { rowsOf } from "../../kit/rows-of.ts";
import { onLiveConnect, onLiveEvent } from "../live/connection.ts";
import type { DeskFilter } from "./desk-address.ts";

const translationsKey = ["translations"] as const;

// Not the contract's schema: the chat loads this file, and would load the validator with it.
const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The list of the desk. Waiting translations: urgent ones first, then those that have waited longest. One's
 * own: the last changed first.
 */
export function useDeskList({ list, roomId, source, into, urgency, minutes }: DeskFilter) {
  const language = into && { language: into };
  return useInfiniteQuery({
    queryKey: [...translationsKey, "list", list, roomId, source, into, urgency, minutes],
    queryFn: ({ pageParam, signal }) => {
      // The server would refuse it as a malformed field. For the reader it is a conversation that is not there.
      if (roomId !== undefined && !isId.test(roomId)) throw new ApiError(404, "ERR.NOT_FOUND", "");
      return list === "mine"
        ? call(listMyTranslations, { query: { skip: pageParam, ...language }, signal })
        : call(listTranslationQueue, {
            query: {
              skip: pageParam,
              ...language,
              ...(source && { source }),
              ...(roomId && { conversation_id: roomId }),
              ...(urgency && { urgency }),
              ...(minutes !== undefined && { minutes }),
            },
            signal,
          });
    },
    initialPageParam: 0,
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    select: rowsOf<TranslationUnit>,
  });
}

/** Translations from the memory that nobody has approved yet, the latest first. */
export function useExactHits() {
  return useInfiniteQuery({
    queryKey: [...translationsKey, "hits"],
    queryFn: ({ pageParam, signal }) => call(listExactHits, { query: { skip: pageParam }, signal }),
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

/** The history of a translation, the latest entry first, page by page. */
export function useHistory(mid: string, language: Language) {
  return useInfiniteQuery({
    queryKey: [...translationsKey, "history", mid, language],
    queryFn: ({ pageParam, signal }) =>
      call(listTranslationHistory, {
        params: { mid, language },
        query: pageParam === null ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ data, meta }) => (meta.below ? data.at(-1)?.step : undefined),
    select: rowsOf<TranslationEntry>,
  });
}

/** Keeps these queries up to date by live events. Many events in a short time cause one refetch. */
export function useLiveTranslations(): void {
  useEffect(() => {
    const refresh = gathered(translationsKey);
    // A reply may answer a question to the author. Other replies change nothing here.
    const refreshUnit = gathered([...translationsKey, "unit"]);
    const unsubscribes = [
      onLiveConnect(refresh.soon),
      onLiveEvent((event) => {
        if (relevantEvents.has(event.type)) refresh.soon();
        else if (event.type === "MESSAGE_CREATED" && event.message.parent_id !== null) refreshUnit.soon();
      }),
      refresh.stop,
      refreshUnit.stop,
    ];
    return () => {
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

/** Refetches after the last of several changes in a short time. */
function gathered(queryKey: readonly string[]) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    soon(): void {
      clearTimeout(timer);
      timer = setTimeout(() => void queryClient().invalidateQueries({ queryKey }), gatheredMs);
    },
    stop: () => clearTimeout(timer),
  };
}

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
/** Hands a translation over to another translator, also before anything was typed. */
export async function handOver(
  mid: string,
  language: Language,
  body: { user_id: string; note?: string | undefined },
): Promise<void> {
  await claim(mid, language);
  await refreshAfter(call(handOverTranslation, { ...unitParams(mid, language), body }));
}
/** Asks the author of the message in its thread. Sending the same `client_id` again asks only once. */
export const askInThread = async (
  mid: string,
  language: Language,
  body: { client_id: string; content: string },
): Promise<void> => {
  await refreshAfter(call(askAuthor, { ...unitParams(mid, language), body }));
};

/**
 * Approves translations from the memory. Returns how many were approved, and how many had changed meanwhile.
 */
export async function approveAll(
  units: readonly TranslationUnit[],
): Promise<{ approved: number; changed: number }> {
  const chosen = units.flatMap(({ message, translation }) =>
    translation
      ? [{ message_id: message.id, language: translation.language, version: translation.version }]
      : [],
  );
  let approved = 0;
  try {
    for (let start = 0; start < chosen.length; start += maximumApproved) {
      const body = { units: chosen.slice(start, start + maximumApproved) };
      const { data } = await call(approveHits, { body });
      approved += data.filter(({ code }) => code === null).length;
    }
  } finally {
    void queryClient().invalidateQueries({ queryKey: translationsKey });
  }
  return { approved, changed: chosen.length - approved };
}
