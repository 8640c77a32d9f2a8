import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { restoreTranslation } from "@kakehashi/contract/translation-history";
import { approveExactHits, maximumApprovalsPerRequest } from "@kakehashi/contract/translation-queue";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import {
  approveTranslation,
  askAuthor,
  claimTranslation,
  createTranslation,
  handOverTranslation,
  rejectTranslation,
  releaseTranslation,
  requestRetranslation,
  type TranslationUnit,
} from "@kakehashi/contract/translations";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { memorySuggestionsQueryKey } from "./memory-queries.ts";
import { refetchTranslations, type TranslationUnitDetail, translationUnitQueryKey } from "./queries.ts";

/**
 * Refetches all shown data after a request. Refetches even after a refused request, because somebody else may have
 * changed the state.
 */
async function refetchAfterRequest<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } finally {
    refetchTranslations();
  }
}

/** Whether `unit` has a newer version of the original or of the translation than `otherUnit`. */
function isNewer(unit: TranslationUnit, otherUnit: TranslationUnit): boolean {
  if (unit.message.revision !== otherUnit.message.revision)
    return unit.message.revision > otherUnit.message.revision;
  return (unit.translation?.version ?? 0) > (otherUnit.translation?.version ?? 0);
}

/**
 * Waits for the response to a change of a translation and stores it in the cache, so that nobody works with the old
 * state. If a newer text was fetched during the request, that text stays. If the translation was fetched during the
 * request, also refetches it afterwards, because only the server knows which claim is newer.
 */
async function storeResponse(
  mid: string,
  language: Language,
  request: Promise<{ data: TranslationUnit }>,
): Promise<TranslationUnit> {
  const queryKey = translationUnitQueryKey(mid, language);
  const getCacheUpdateCount = () => getQueryClient().getQueryState(queryKey)?.dataUpdateCount;
  const updateCountBefore = getCacheUpdateCount();
  const { data: unit } = await request;
  const wasFetchedMeanwhile = getCacheUpdateCount() !== updateCountBefore;
  getQueryClient().setQueryData(queryKey, (cachedUnit: TranslationUnitDetail | undefined) =>
    !cachedUnit || isNewer(cachedUnit.unit, unit) ? cachedUnit : { ...cachedUnit, unit },
  );
  if (wasFetchedMeanwhile) void getQueryClient().invalidateQueries({ queryKey, exact: true });
  return unit;
}

const storeResponseAndRefetch = (
  mid: string,
  language: Language,
  request: Promise<{ data: TranslationUnit }>,
): Promise<TranslationUnit> => refetchAfterRequest(storeResponse(mid, language, request));
const buildUnitParams = (mid: string, language: Language) => ({ params: { mid, language } });

export interface TranslationSubmission {
  readonly content: string;
  /**
   * The version of the translation on which the new text is based. `revision` is the revision of the original message.
   */
  readonly version: number;
  readonly revision: number;
  /** Whether to save the translation although the automatic checks warn about it. */
  readonly confirmed: boolean;
  readonly from_memory: boolean;
  /** The `edited_at` of the server's draft on which the text is based. Null if there is none. */
  readonly draft_base: string | null;
}

export const submitTranslationText = async (
  mid: string,
  language: Language,
  body: TranslationSubmission,
): Promise<TranslationUnit> =>
  storeResponseAndRefetch(
    mid,
    language,
    call(createTranslation, { ...buildUnitParams(mid, language), body }),
  );
export const claimUnit = async (mid: string, language: Language): Promise<void> => {
  await storeResponse(mid, language, call(claimTranslation, buildUnitParams(mid, language)));
};
export const releaseUnit = async (mid: string, language: Language): Promise<void> => {
  await storeResponse(mid, language, call(releaseTranslation, buildUnitParams(mid, language)));
};
/**
 * Approves a translation of the message `id`. `version` and `revision` are those of the translation and of the original
 * that the person has read.
 */
export const approveUnit = async (
  { id, revision }: Message,
  { language, version }: MessageTranslation,
): Promise<void> => {
  await storeResponseAndRefetch(
    id,
    language,
    call(approveTranslation, { ...buildUnitParams(id, language), body: { version, revision } }),
  );
};
/** The version of a translation and the revision of its original that the person has read. */
export type ReadVersions = { version: number; revision: number };
/**
 * The person's complaint about a translation. The server refuses it if the translation has changed since the person has
 * read it.
 */
type TranslationComplaint = ReadVersions & { reason: string };
export const rejectUnit = async (
  mid: string,
  language: Language,
  body: TranslationComplaint,
): Promise<void> => {
  await storeResponseAndRefetch(
    mid,
    language,
    call(rejectTranslation, { ...buildUnitParams(mid, language), body }),
  );
  // Refetch the translation memory's suggestions. Otherwise the rejected text would still be suggested to the person
  // who has rejected it.
  void getQueryClient().invalidateQueries({ queryKey: [...memorySuggestionsQueryKey, mid] });
};
/** Requests another translation of a message, because the reader complains about the present one. */
export const requestAnotherTranslation = async (
  mid: string,
  language: Language,
  body: TranslationComplaint,
): Promise<void> => {
  await storeResponseAndRefetch(
    mid,
    language,
    call(requestRetranslation, { ...buildUnitParams(mid, language), body }),
  );
};
/** Restores an earlier version of a translation. `readVersions` are the versions on the person's screen. */
export const restoreTranslationVersion = async (
  mid: string,
  language: Language,
  version: number,
  readVersions: ReadVersions,
): Promise<void> => {
  const body = { version, current_version: readVersions.version, revision: readVersions.revision };
  await storeResponseAndRefetch(
    mid,
    language,
    call(restoreTranslation, { ...buildUnitParams(mid, language), body }),
  );
};
/** Hands a translation over to another person, even if it has no text yet. */
export async function handOverUnit(
  mid: string,
  language: Language,
  body: { user_id: string; note?: string | undefined },
): Promise<void> {
  await storeResponseAndRefetch(
    mid,
    language,
    call(handOverTranslation, { ...buildUnitParams(mid, language), body }),
  );
}
/**
 * Asks the message's author a question in the message's thread. A retry with the same `client_id` does not ask it
 * twice.
 */
export const askAuthorInThread = async (
  mid: string,
  language: Language,
  body: { client_id: string; content: string },
): Promise<void> => {
  await refetchAfterRequest(call(askAuthor, { ...buildUnitParams(mid, language), body }));
};

/**
 * Approves translations from the translation memory. Skips those that somebody has changed since the page was loaded.
 * Returns how many were approved and how many skipped.
 */
export async function approveExactHitUnits(
  units: readonly TranslationUnit[],
): Promise<{ approved: number; changed: number }> {
  const readVersionsToApprove = units.flatMap(({ message, translation }) =>
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
  let approvedCount = 0;
  try {
    for (let start = 0; start < readVersionsToApprove.length; start += maximumApprovalsPerRequest) {
      const body = { units: readVersionsToApprove.slice(start, start + maximumApprovalsPerRequest) };
      const { data } = await call(approveExactHits, { body });
      approvedCount += data.filter(({ code }) => code === null).length;
    }
  } finally {
    refetchTranslations();
  }
  return { approved: approvedCount, changed: readVersionsToApprove.length - approvedCount };
}
