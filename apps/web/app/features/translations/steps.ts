import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { restoreTranslation } from "@kakehashi/contract/translation-history";
import { approveHits, maximumApprovedTranslations } from "@kakehashi/contract/translation-queue";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import {
  approveTranslation,
  askAuthor,
  claimTranslation,
  createTranslation,
  handOverTranslation,
  rejectTranslation,
  releaseTranslation,
  requestTranslation,
  type TranslationUnit,
} from "@kakehashi/contract/translations";
import { call } from "../../kit/api.ts";
import { queryClient } from "../../kit/query.ts";
import { suggestionsKey } from "./memory-queries.ts";
import { refetchTranslations, type TranslationUnitDetail, translationQueryKey } from "./queries.ts";

/** Refetches all shown data after a request, even after a refused one: somebody else may have changed the state. */
async function refetchAfter<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } finally {
    refetchTranslations();
  }
}

/** Whether `unit` has a newer original or a newer text than `otherUnit`. */
function isNewer(unit: TranslationUnit, otherUnit: TranslationUnit): boolean {
  if (unit.message.revision !== otherUnit.message.revision)
    return unit.message.revision > otherUnit.message.revision;
  return (unit.translation?.version ?? 0) > (otherUnit.translation?.version ?? 0);
}

/**
 * Waits for the server's answer to a change of a translation, and stores it in the cache, so that nobody acts on the
 * former state. If a fetch during the request has brought a newer text, that text stays. If it has brought another
 * claim, a further fetch tells which of the two claims is newer.
 */
async function storeAnswer(
  mid: string,
  language: Language,
  request: Promise<{ data: TranslationUnit }>,
): Promise<TranslationUnit> {
  const queryKey = translationQueryKey(mid, language);
  const cacheUpdateCount = () => queryClient().getQueryState(queryKey)?.dataUpdateCount;
  const updateCountBefore = cacheUpdateCount();
  const { data: unit } = await request;
  const wasFetchedMeanwhile = cacheUpdateCount() !== updateCountBefore;
  queryClient().setQueryData(queryKey, (cachedUnit: TranslationUnitDetail | undefined) =>
    !cachedUnit || isNewer(cachedUnit.unit, unit) ? cachedUnit : { ...cachedUnit, unit },
  );
  if (wasFetchedMeanwhile) void queryClient().invalidateQueries({ queryKey, exact: true });
  return unit;
}

const storeAnswerAndRefetch = (
  mid: string,
  language: Language,
  request: Promise<{ data: TranslationUnit }>,
): Promise<TranslationUnit> => refetchAfter(storeAnswer(mid, language, request));
const translationUnitParams = (mid: string, language: Language) => ({ params: { mid, language } });

export interface TranslationSubmission {
  readonly content: string;
  /** The version of the translation from which the writer began. `revision` is the revision of the original message. */
  readonly version: number;
  readonly revision: number;
  /** Whether to save the translation although the automatic checks warn about it. */
  readonly confirmed: boolean;
  readonly from_memory: boolean;
  /** The `edited_at` of the writer's draft on the server from which the text continues. Null if there is none. */
  readonly draft_base: string | null;
}

export const submit = async (
  mid: string,
  language: Language,
  body: TranslationSubmission,
): Promise<TranslationUnit> =>
  storeAnswerAndRefetch(
    mid,
    language,
    call(createTranslation, { ...translationUnitParams(mid, language), body }),
  );
export const claim = async (mid: string, language: Language): Promise<void> => {
  await storeAnswer(mid, language, call(claimTranslation, translationUnitParams(mid, language)));
};
export const releaseClaim = async (mid: string, language: Language): Promise<void> => {
  await storeAnswer(mid, language, call(releaseTranslation, translationUnitParams(mid, language)));
};
/** Approves a translation. `id` and `revision` name the message and the state of it that the person read. */
export const approve = async (
  { id, revision }: Message,
  { language, version }: MessageTranslation,
): Promise<void> => {
  await storeAnswerAndRefetch(
    id,
    language,
    call(approveTranslation, { ...translationUnitParams(id, language), body: { version, revision } }),
  );
};
/** The version of a translation and the revision of its original that a person has read. */
export type ReadVersions = { version: number; revision: number };
/**
 * The person's complaint about a translation. If the text has changed since the person read it, the server refuses the
 * complaint.
 */
type TranslationComplaint = ReadVersions & { reason: string };
export const reject = async (mid: string, language: Language, body: TranslationComplaint): Promise<void> => {
  await storeAnswerAndRefetch(
    mid,
    language,
    call(rejectTranslation, { ...translationUnitParams(mid, language), body }),
  );
  // Fetch the memory's suggestions again, so that the text is not suggested to the person who has just rejected it.
  void queryClient().invalidateQueries({ queryKey: [...suggestionsKey, mid] });
};
/** Requests another translation of a message, because the reader is not content with the present one. */
export const requestAnotherTranslation = async (
  mid: string,
  language: Language,
  body: TranslationComplaint,
): Promise<void> => {
  await storeAnswerAndRefetch(
    mid,
    language,
    call(requestTranslation, { ...translationUnitParams(mid, language), body }),
  );
};
/** Restores an earlier version. `readVersions` are the versions that the person sees now. */
export const restore = async (
  mid: string,
  language: Language,
  version: number,
  readVersions: ReadVersions,
): Promise<void> => {
  const body = { version, current_version: readVersions.version, revision: readVersions.revision };
  await storeAnswerAndRefetch(
    mid,
    language,
    call(restoreTranslation, { ...translationUnitParams(mid, language), body }),
  );
};
/** Hands a translation over to another person. This is possible even if nobody has typed a text yet. */
export async function handOver(
  mid: string,
  language: Language,
  body: { user_id: string; note?: string | undefined },
): Promise<void> {
  await storeAnswerAndRefetch(
    mid,
    language,
    call(handOverTranslation, { ...translationUnitParams(mid, language), body }),
  );
}
/**
 * Asks the message's author a question in the message's thread. If it is called twice with the same `client_id`, the
 * question is asked once.
 */
export const askAuthorInThread = async (
  mid: string,
  language: Language,
  body: { client_id: string; content: string },
): Promise<void> => {
  await refetchAfter(call(askAuthor, { ...translationUnitParams(mid, language), body }));
};

/**
 * Approves translations that came from the translation memory. Skips a translation that somebody has changed since the
 * page loaded it. Returns the numbers of approved and of skipped translations.
 */
export async function approveMemoryTranslations(
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
  let approved = 0;
  try {
    for (let start = 0; start < readVersionsToApprove.length; start += maximumApprovedTranslations) {
      const body = { units: readVersionsToApprove.slice(start, start + maximumApprovedTranslations) };
      const { data } = await call(approveHits, { body });
      approved += data.filter(({ code }) => code === null).length;
    }
  } finally {
    refetchTranslations();
  }
  return { approved, changed: readVersionsToApprove.length - approved };
}
