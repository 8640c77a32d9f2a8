import { showDeletedNames } from "@kakehashi/contract/deleted-names";
import { diffWords } from "@kakehashi/contract/differences";
import type { Language } from "@kakehashi/contract/languages";
import {
  type MemorySuggestion,
  maximumMemorySuggestions,
  minimumSuggestionPercent,
} from "@kakehashi/contract/memory";
import { replaceMentionsByNames } from "@kakehashi/contract/mentions";
import { canManageMemory, canTranslate } from "@kakehashi/contract/permissions";
import { foldKeepingAccents } from "@kakehashi/contract/translation-checks/folded";
import { AppError } from "../../kit/errors.ts";
import { firstFittingItems } from "../../kit/http/list-bytes.ts";
import { findLanguageSpeaker } from "../users/service.ts";
import type { MemoryDependencies } from "./dependencies.ts";
import type { IndexKeyFrequencies, LanguagePair } from "./grams.ts";
import { toMemoryUnit } from "./management.ts";
import { findSimilarPairs } from "./similar.ts";
import * as similarStore from "./similar-store.ts";
import * as store from "./store.ts";
import { firmMemoryScope } from "./unit.ts";

/**
 * Milliseconds for which the frequencies of n-grams are cached. With old frequencies, a search is slower but still
 * correct.
 */
const frequenciesLifetimeMs = 10 * 60_000;

interface SuggestionRequest {
  pair: LanguagePair;
  text: string;
  scopes: readonly string[];
  /** The scope (a project) whose pairs come first if several pairs are equally similar. */
  preferredScope?: string | undefined;
  /** The text of a rejected translation. It is not suggested again. */
  refusedText?: string | undefined;
}

/** The person who reads suggestions, and the language of their interface. */
interface MemoryReader {
  userId: string;
  language: Language;
}

/** Suggests translations for a text: the translations of similar texts in the translation memory. */
export function createSuggestions({
  db,
  messages,
  projects,
}: Pick<MemoryDependencies, "db" | "messages" | "projects">) {
  let cachedFrequencies: { at: number; promise: Promise<IndexKeyFrequencies> } | undefined;
  const findIndexKeyFrequencies = (): Promise<IndexKeyFrequencies> => {
    if (!cachedFrequencies || Date.now() - cachedFrequencies.at > frequenciesLifetimeMs) {
      cachedFrequencies = { at: Date.now(), promise: similarStore.readIndexKeyFrequencies(db) };
      // If the query fails, discard the cached promise, so that the next search repeats the query.
      cachedFrequencies.promise.catch(() => {
        cachedFrequencies = undefined;
      });
    }
    return cachedFrequencies.promise;
  };

  /**
   * Suggests translations from the pairs whose source is most similar to a text, for a person who knows both languages.
   */
  async function findSuggestions(
    { userId, language }: MemoryReader,
    { pair, text, scopes, preferredScope, refusedText }: SuggestionRequest,
  ): Promise<MemorySuggestion[]> {
    if (pair.from === pair.to) throw new AppError("TRANSLATION.SAME_LANGUAGE");
    const speaker = await findLanguageSpeaker(db, userId);
    if (!speaker || !canTranslate(speaker, pair)) throw new AppError("TRANSLATION.LANGUAGES");
    const foldedText = foldKeepingAccents(text);
    if (foldedText === "") return [];
    const similarPairs = await findSimilarPairs(
      db,
      await findIndexKeyFrequencies(),
      pair,
      foldedText,
      scopes,
      minimumSuggestionPercent / 100,
    );
    // Reads more pairs than are suggested, because the reader may not be allowed to see all of them.
    const ids = similarPairs.slice(0, 10 * maximumMemorySuggestions).map(({ id }) => id);
    const reader = { userId, canSeeAll: canManageMemory(speaker.role) };
    const pairs = new Map((await store.findVisiblePairs(db, ids, reader)).map((unit) => [unit.id, unit]));
    const memoryHits = similarPairs.flatMap(({ id, similarity: similarityShare }) => {
      const unit = pairs.get(id);
      return unit && unit.target !== refusedText
        ? [{ unit, percentage: Math.floor(similarityShare * 100 + 1e-9) }]
        : [];
    });
    memoryHits.sort(
      (a, b) =>
        b.percentage - a.percentage ||
        Number(b.unit.scope === preferredScope) - Number(a.unit.scope === preferredScope) ||
        Number(b.unit.approved) - Number(a.unit.approved) ||
        Number(b.unit.updated_at) - Number(a.unit.updated_at),
    );
    const toShownText = (content: string) => replaceMentionsByNames(showDeletedNames(content, language));
    return firstFittingItems(
      memoryHits.slice(0, maximumMemorySuggestions).map(({ unit, percentage }) => ({
        ...toMemoryUnit(unit),
        percentage,
        differences: diffWords(toShownText(unit.source), toShownText(text)),
      })),
    ).data;
  }

  return {
    async suggest(reader: MemoryReader, messageId: string, language: Language): Promise<MemorySuggestion[]> {
      const { userId } = reader;
      const message = await messages.findForMember(userId, messageId);
      const project = await projects.findProjectOfRoom(db, message.conversation_id);
      return findSuggestions(reader, {
        pair: { from: message.language, to: language },
        text: message.deleted ? "" : message.content,
        scopes: [firmMemoryScope, message.conversation_id, ...(project ? [project] : [])],
        preferredScope: project ?? undefined,
        // Leaves out the text that was rejected for this message.
        refusedText: message.translations?.find(
          (translation) => translation.language === language && translation.state === "NEEDS_RETRANSLATION",
        )?.content,
      });
    },

    /** Suggests translations from the firm's translation memory for a text that does not belong to a message. */
    suggestForText: (reader: MemoryReader, pair: LanguagePair, text: string): Promise<MemorySuggestion[]> =>
      findSuggestions(reader, { pair, text, scopes: [firmMemoryScope] }),
  };
}
