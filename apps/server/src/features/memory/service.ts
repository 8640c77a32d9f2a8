import { differencesOf } from "@kakehashi/contract/differences";
import type { Language } from "@kakehashi/contract/languages";
import { maximumSuggestions, type Suggestion, suggestionPercent } from "@kakehashi/contract/memory";
import { withPlainMentions } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";
import { canManageMemory, canTranslate } from "@kakehashi/contract/permissions";
import { foldForMatch } from "@kakehashi/contract/translation-checks/folded";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { firstFittingItems } from "../../kit/http/list-bytes.ts";
import type { Router } from "../../kit/http/route.ts";
import type { Events } from "../events/service.ts";
import type { Messages } from "../messages/service.ts";
import type { Projects } from "../projects/service.ts";
import { findSpeaker } from "../users/service.ts";
import type { IndexKeyFrequencies, TranslationLanguages } from "./grams.ts";
import * as importStore from "./import-store.ts";
import { createMemoryManagement, toMemoryUnit } from "./management.ts";
import { memoryRoutes } from "./routes.ts";
import { findSimilarPairs } from "./similar.ts";
import * as store from "./store.ts";
import {
  type FileTranslationPair,
  firmScope,
  type NewTranslationPair,
  toTranslationPairRow,
} from "./unit.ts";

export type { FileTranslationPair, NewTranslationPair } from "./unit.ts";

/** Milliseconds for which the counts of frequent n-grams are cached. Old counts make searches slower, never wrong. */
const frequenciesLifetimeMs = 10 * 60_000;

export interface MemoryDependencies {
  db: Kysely<DB>;
  events: Events;
  messages: Messages;
  projects: Pick<Projects, "findProjectOfRoom" | "listNames" | "requireJoined">;
  /** If the translation memory with its indexes takes more bytes, imports add nothing more. */
  maximumBytes: number;
}

export type TranslationMemory = ReturnType<typeof createTranslationMemory>;

/** The translation memory. It stores the translations that people write, and suggests them for similar texts. */
export function createTranslationMemory({
  db,
  events,
  messages,
  projects,
  maximumBytes,
}: MemoryDependencies) {
  let cachedFrequencies: { at: number; promise: Promise<IndexKeyFrequencies> } | undefined;
  const findIndexKeyFrequencies = (): Promise<IndexKeyFrequencies> => {
    if (!cachedFrequencies || Date.now() - cachedFrequencies.at > frequenciesLifetimeMs) {
      cachedFrequencies = { at: Date.now(), promise: store.readIndexKeyFrequencies(db) };
      // After an error, drop the cached promise, so that the next call reads the counts again.
      cachedFrequencies.promise.catch(() => {
        cachedFrequencies = undefined;
      });
    }
    return cachedFrequencies.promise;
  };

  /**
   * Stores translation pairs in the caller's transaction and returns how many are new. Pairs with a blank text are
   * skipped.
   */
  async function storePairs(tx: Kysely<DB>, pairs: readonly NewTranslationPair[]): Promise<number> {
    const units = pairs
      .filter(({ from, to, source, target }) => from !== to && source.trim() !== "" && target.trim() !== "")
      .map(toTranslationPairRow);
    return store.insertPairs(tx, units);
  }

  /**
   * Returns the scope of translations from a conversation, which says where they are suggested. Translations from a
   * private conversation, such as a direct one, are suggested only there. Translations from a project are suggested
   * only in the project.
   */
  async function scopeOfConversation(tx: Kysely<DB>, conversationId: string): Promise<string> {
    if (await store.isPrivateConversation(tx, conversationId)) return conversationId;
    return (await projects.findProjectOfRoom(tx, conversationId)) ?? firmScope;
  }

  /**
   * Builds a memory entry from a message's translation. Its author is the author of the translation. If a machine or
   * the memory wrote the translation, the author is the person who submitted, approved or rejected it.
   */
  const pairOfTranslation = async (
    tx: Kysely<DB>,
    message: Message,
    { language, content, user_id }: MessageTranslation,
    actingUserId: string,
  ) => ({
    from: message.language,
    to: language,
    source: message.content,
    target: content,
    userId: user_id ?? actingUserId,
    messageId: message.id,
    conversationId: message.conversation_id,
    scope: await scopeOfConversation(tx, message.conversation_id),
  });
  /**
   * Stores a message's translation in the translation memory, and removes the message's earlier translations from the
   * memory.
   */
  async function storeMessageTranslation(tx: Kysely<DB>, pair: NewTranslationPair): Promise<void> {
    await store.removeEarlierTranslations(tx, toTranslationPairRow(pair));
    await storePairs(tx, [pair]);
  }
  events.onWrite("TranslationSubmitted", async (tx, { message, translation, userId }) => {
    if (translation.origin !== "PERSON") return;
    await storeMessageTranslation(tx, {
      ...(await pairOfTranslation(tx, message, translation, userId)),
      approved: false,
    });
  });
  events.onWrite("TranslationApproved", async (tx, { message, translation, userId }) => {
    await storeMessageTranslation(tx, {
      ...(await pairOfTranslation(tx, message, translation, userId)),
      approved: true,
    });
  });
  events.onWrite("TranslationRejected", async (tx, { message, translation, userId }) => {
    const pair = await pairOfTranslation(tx, message, translation, userId);
    await store.rejectPair(tx, toTranslationPairRow({ ...pair, approved: false }), [
      ...new Set([pair.scope, firmScope]),
    ]);
  });
  events.onWrite("MessageDeleted", async (tx, { message }) => {
    await store.removePairsOfMessage(tx, message.id);
  });

  interface SuggestionRequest {
    pair: TranslationLanguages;
    text: string;
    scopes: readonly string[];
    /** The scope (project) whose translation pairs come first among equally similar pairs. */
    preferredScope?: string | undefined;
    /** The text of a rejected translation, which must not be suggested. */
    refusedText?: string | undefined;
  }

  /**
   * Suggests translations from the pairs whose source is most similar to a text, for a person who knows both languages.
   */
  async function findSuggestions(
    userId: string,
    { pair, text, scopes, preferredScope, refusedText }: SuggestionRequest,
  ): Promise<Suggestion[]> {
    if (pair.from === pair.to) throw new AppError("TRANSLATION.SAME_LANGUAGE");
    const speaker = await findSpeaker(db, userId);
    if (!speaker || !canTranslate(speaker, pair)) throw new AppError("TRANSLATION.LANGUAGES");
    const folded = foldForMatch(text);
    if (folded === "") return [];
    const similarPairs = await findSimilarPairs(
      db,
      await findIndexKeyFrequencies(),
      pair,
      folded,
      scopes,
      suggestionPercent / 100,
    );
    // Read more pairs than are suggested, because the reader may not see all of them.
    const ids = similarPairs.slice(0, 10 * maximumSuggestions).map(({ id }) => id);
    const reader = { userId, canSeeAll: canManageMemory(speaker.role) };
    const pairs = new Map((await store.findVisiblePairs(db, ids, reader)).map((unit) => [unit.id, unit]));
    const hits = similarPairs.flatMap(({ id, similarity: share }) => {
      const unit = pairs.get(id);
      return unit && unit.target !== refusedText
        ? [{ unit, percentage: Math.floor(share * 100 + 1e-9) }]
        : [];
    });
    hits.sort(
      (a, b) =>
        b.percentage - a.percentage ||
        Number(b.unit.scope === preferredScope) - Number(a.unit.scope === preferredScope) ||
        Number(b.unit.approved) - Number(a.unit.approved) ||
        Number(b.unit.updated_at) - Number(a.unit.updated_at),
    );
    return firstFittingItems(
      hits.slice(0, maximumSuggestions).map(({ unit, percentage }) => ({
        ...toMemoryUnit(unit),
        percentage,
        differences: differencesOf(withPlainMentions(unit.source), withPlainMentions(text)),
      })),
    ).data;
  }

  return {
    ...createMemoryManagement({ db, projects }),
    storePairs,

    /**
     * Stores translation pairs from a file in the caller's transaction, in the scope of a project or of the firm.
     * `given.approved` applies to pairs for which the file does not say whether they are approved.
     */
    importPairs: async (
      tx: Kysely<DB>,
      pairs: readonly FileTranslationPair[],
      given: { approved: boolean; projectId: string | null },
    ) => {
      if ((await importStore.readBytesOfTranslationMemory(tx)) >= maximumBytes) {
        const refusedPairs = pairs.map(({ source }, index) => ({
          index,
          reason: "FULL" as const,
          text: source,
        }));
        return { added: 0, replaced: 0, changes: [], refused: refusedPairs };
      }
      const changes = await importStore.importPairs(
        tx,
        pairs.map((pair) =>
          toTranslationPairRow({
            ...pair,
            approved: pair.approved ?? given.approved,
            scope: given.projectId ?? firmScope,
          }),
        ),
      );
      const added = changes.filter(({ before }) => before === null).length;
      return { added, replaced: changes.length - added, changes };
    },

    /** Undoes an import's changes of the translation memory, in the caller's transaction. */
    undoImported: (tx: Kysely<DB>, units: readonly importStore.PairChangeToUndo[]) =>
      importStore.undoImportedPairs(tx, units),

    /**
     * Finds the approved translation of exactly this text in the translation memory of the conversation's project or of
     * the firm. Undefined if there is none.
     */
    async findExactApproved(pair: TranslationLanguages, text: string, conversationId: string) {
      const project = await projects.findProjectOfRoom(db, conversationId);
      return store.findApprovedPair(
        db,
        pair,
        project ? [project, firmScope] : [firmScope],
        foldForMatch(text),
      );
    },

    async suggest(userId: string, messageId: string, language: Language): Promise<Suggestion[]> {
      const message = await messages.findForMember(userId, messageId);
      const project = await projects.findProjectOfRoom(db, message.conversation_id);
      return findSuggestions(userId, {
        pair: { from: message.language, to: language },
        text: message.deleted ? "" : message.content,
        scopes: [firmScope, message.conversation_id, ...(project ? [project] : [])],
        preferredScope: project ?? undefined,
        // A rejected translation of this message is not suggested for it again.
        refusedText: message.translations?.find(
          (translation) => translation.language === language && translation.state === "NEEDS_RETRANSLATION",
        )?.content,
      });
    },

    /** Suggests translations from the firm's translation memory for a text that does not belong to a message. */
    suggestForText: (userId: string, pair: TranslationLanguages, text: string): Promise<Suggestion[]> =>
      findSuggestions(userId, { pair, text, scopes: [firmScope] }),

    routes({ route }: Router): void {
      memoryRoutes(route, this);
    },
  };
}
