import type { Answer } from "@kakehashi/contract/kit/endpoint";
import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import {
  listTranslationHistory,
  restoreTranslation,
  type TranslationEntry,
} from "@kakehashi/contract/translation-history";
import {
  listTranslationQuestions,
  type TranslationQuestion,
} from "@kakehashi/contract/translation-questions";
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
import { type DeskFilter, isId } from "./desk-address.ts";

export const translationsKey = ["translations"] as const;

/**
 * The list of the desk. Among waiting translations, urgent ones come first, then those that have waited longest. Among
 * a translator's own, the last changed come first.
 */
export function useDeskList({ list, roomId, projectId, source, into, urgency, minutes }: DeskFilter) {
  const language = into && { language: into };
  return useInfiniteQuery({
    queryKey: [...translationsKey, "list", list, roomId, projectId, source, into, urgency, minutes],
    queryFn: ({ pageParam, signal }) => {
      // The server would answer that a field is malformed. The reader should see that the conversation does not exist.
      if (roomId !== undefined && !isId.test(roomId)) throw new ApiError(404, "ERR.NOT_FOUND", "");
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
    select: rowsOf<TranslationUnit>,
  });
}

/** Translations from the memory that nobody has approved yet, newest first. */
export function useExactHits() {
  return useInfiniteQuery({
    queryKey: [...translationsKey, "hits"],
    queryFn: ({ pageParam, signal }) => call(listExactHits, { query: { skip: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    select: rowsOf<TranslationUnit>,
  });
}

const unitKey = (mid: string, language: Language) => [...translationsKey, "unit", mid, language] as const;
type ShownUnit = Answer<typeof getTranslation>["data"];

/** One message and its translation, with the messages around it. */
export function useUnit(mid: string, language: Language) {
  return useQuery({
    queryKey: unitKey(mid, language),
    queryFn: async ({ signal }) => (await call(getTranslation, { params: { mid, language }, signal })).data,
  });
}

/** The translators' questions to the author about a message, newest first, in pages. */
export function useQuestions(mid: string, language: Language) {
  return useInfiniteQuery({
    queryKey: [...unitKey(mid, language), "questions"],
    queryFn: ({ pageParam, signal }) =>
      call(listTranslationQuestions, {
        params: { mid, language },
        query: pageParam === null ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ data, meta }) => (meta.below ? data.at(-1)?.question.id : undefined),
    select: rowsOf<TranslationQuestion>,
  });
}

/** The history of a translation, newest entry first, in pages. */
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

/** Keeps these queries up to date by live events. Many events in a row cause one refetch. */
export function useLiveTranslations(): void {
  useEffect(() => {
    const refresh = gathered(translationsKey);
    // A reply may answer a question to the author.
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

/** Refetches once after several changes in a row. */
function gathered(queryKey: readonly string[]) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function refetch(): void {
    // A refetch would cancel a page that is being loaded, so wait for it.
    if (queryClient().isFetching({ queryKey }) > 0) timer = setTimeout(refetch, gatheredMs);
    else void queryClient().invalidateQueries({ queryKey });
  }
  return {
    soon(): void {
      clearTimeout(timer);
      timer = setTimeout(refetch, gatheredMs);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Refetches all shown data about translations. */
export const refreshTranslations = () => void queryClient().invalidateQueries({ queryKey: translationsKey });

/** Refetches all shown data after a request, even if it was refused: then somebody else has changed the state. */
async function refreshAfter<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } finally {
    refreshTranslations();
  }
}

/**
 * Stores the answer in the cache. Otherwise a person who returns to this unit at once could act on its former state.
 */
function store({ data: unit }: { data: TranslationUnit }): TranslationUnit {
  queryClient().setQueryData(unitKey(unit.message.id, unit.language), (shown: ShownUnit | undefined) =>
    shown ? { ...shown, unit } : undefined,
  );
  return unit;
}
const takeStep = async (request: Promise<{ data: TranslationUnit }>): Promise<TranslationUnit> =>
  refreshAfter(request.then(store));
const unitParams = (mid: string, language: Language) => ({ params: { mid, language } });

export interface WrittenTranslation {
  readonly content: string;
  /** The version of the translation from which the writer began. `revision` is that of the original. */
  readonly version: number;
  readonly revision: number;
  /** Saves in spite of the warnings of the checks. */
  readonly confirmed: boolean;
  readonly from_memory: boolean;
  /** The time of the writer's draft on the server that the text continues. Null if there is none. */
  readonly draft_base: string | null;
}

export const submit = async (
  mid: string,
  language: Language,
  body: WrittenTranslation,
): Promise<TranslationUnit> => takeStep(call(createTranslation, { ...unitParams(mid, language), body }));
export const claim = async (mid: string, language: Language): Promise<void> => {
  store(await call(claimTranslation, unitParams(mid, language)));
};
export const releaseClaim = async (mid: string, language: Language): Promise<void> => {
  store(await call(releaseTranslation, unitParams(mid, language)));
};
/** `id` and `revision` are those of the original that the person read. */
export const approve = async (
  { id, revision }: Message,
  { language, version }: MessageTranslation,
): Promise<void> => {
  await takeStep(call(approveTranslation, { ...unitParams(id, language), body: { version, revision } }));
};
/** The version of a translation and the revision of its original that a person read. */
export type ReadUnit = { version: number; revision: number };
/** What is wrong with a translation. The server refuses it if there is a newer version. */
type Complaint = ReadUnit & { reason: string };
export const reject = async (mid: string, language: Language, body: Complaint): Promise<void> => {
  await takeStep(call(rejectTranslation, { ...unitParams(mid, language), body }));
};
/** Requests another translation. */
export const requestAgain = async (mid: string, language: Language, body: Complaint): Promise<void> => {
  await takeStep(call(requestTranslation, { ...unitParams(mid, language), body }));
};
/** `read` names the versions that are shown now. */
export const restore = async (
  mid: string,
  language: Language,
  version: number,
  read: ReadUnit,
): Promise<void> => {
  const body = { version, current_version: read.version, revision: read.revision };
  await takeStep(call(restoreTranslation, { ...unitParams(mid, language), body }));
};
/** Hands a translation over to another person, who may get it before anything was typed. */
export async function handOver(
  mid: string,
  language: Language,
  body: { user_id: string; note?: string | undefined },
): Promise<void> {
  await takeStep(call(handOverTranslation, { ...unitParams(mid, language), body }));
}
/** Asks the message's author in the message's thread. A repeated `client_id` asks only once. */
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
      ? [
          {
            message_id: message.id,
            language: translation.language,
            version: translation.version,
            revision: message.revision,
          },
        ]
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
    refreshTranslations();
  }
  return { approved, changed: chosen.length - approved };
}
