import type { Message } from "@kakehashi/contract/messages";
import { foldKeepingAccents } from "@kakehashi/contract/translation-checks/folded";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { createTimeSlices } from "../../kit/time-slices.ts";
import type { DeletedNamesRemover } from "../users/service.ts";
import { removeNamesOfDeletedPeople } from "./deleted-names.ts";
import type { MemoryDependencies } from "./dependencies.ts";
import type { LanguagePair } from "./grams.ts";
import * as importStore from "./import-store.ts";
import { createMemoryManagement } from "./management.ts";
import * as store from "./store.ts";
import { createSuggestions } from "./suggestions.ts";
import {
  type FileTranslationPair,
  firmMemoryScope,
  type NewTranslationPair,
  toTranslationPairRow,
} from "./unit.ts";

/**
 * While an import prepares its pairs, all other requests wait. After this many milliseconds, the import pauses for
 * them. It cannot pause within a pair, and one of the longest pairs takes 20 ms.
 */
const maximumSliceMs = 2;

export type { FileTranslationPair, NewTranslationPair } from "./unit.ts";

export type TranslationMemory = ReturnType<typeof createTranslationMemory>;

/** The translation memory stores the translations that people write and suggests them for similar texts. */
export function createTranslationMemory({
  db,
  events,
  messages,
  projects,
  maximumBytes,
}: MemoryDependencies) {
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
   * Returns the scope in which translations from a conversation are suggested. For a private conversation, such as a
   * direct one, it is only this conversation. For a conversation of a project, it is the project. Otherwise it is the
   * whole firm.
   */
  async function scopeOfConversation(tx: Kysely<DB>, conversationId: string): Promise<string> {
    if (await store.isPrivateConversation(tx, conversationId)) return conversationId;
    return (await projects.findProjectOfRoom(tx, conversationId)) ?? firmMemoryScope;
  }

  /**
   * Creates the pair of the translation memory for the translation of a message. The author of the pair is the person
   * who wrote the translation. If a machine or the memory wrote it, the author is the person who submitted, approved or
   * rejected it.
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
   * Stores the translation of a message in the translation memory, and removes the message's earlier translations from
   * it.
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
      ...new Set([pair.scope, firmMemoryScope]),
    ]);
  });
  events.onWrite("MessageDeleted", async (tx, { message }) => {
    await store.removeMessageFromAllPairs(tx, message.id);
  });

  return {
    ...createMemoryManagement({ db, projects }),
    ...createSuggestions({ db, messages, projects }),
    storePairs,

    removeNamesOfDeletedPeople: (names: DeletedNamesRemover) => removeNamesOfDeletedPeople(db, names),

    /**
     * Stores translation pairs from a file in the caller's transaction, for a project or the firm. The file may not
     * tell whether a pair is approved. Then `pairTarget.approved` decides.
     */
    importPairs: async (
      tx: Kysely<DB>,
      pairs: readonly FileTranslationPair[],
      pairTarget: { approved: boolean; projectId: string | null },
    ) => {
      if ((await importStore.readBytesOfTranslationMemory(tx)) >= maximumBytes) {
        const refusedUnits = pairs.map(({ source }, index) => ({
          index,
          reason: "FULL" as const,
          text: source,
        }));
        return { added: 0, replaced: 0, changes: [], refused: refusedUnits };
      }
      const rows: store.NewTranslationPairRow[] = [];
      const pause = createTimeSlices(maximumSliceMs);
      for (const pair of pairs) {
        rows.push(
          toTranslationPairRow({
            ...pair,
            approved: pair.approved ?? pairTarget.approved,
            scope: pairTarget.projectId ?? firmMemoryScope,
          }),
        );
        await pause();
      }
      const changes = await importStore.importPairs(tx, rows);
      const addedCount = changes.filter(({ before }) => before === null).length;
      return { added: addedCount, replaced: changes.length - addedCount, changes };
    },

    /** Undoes what an import changed in the translation memory, in the caller's transaction. */
    undoImported: (tx: Kysely<DB>, units: readonly importStore.PairChangeToUndo[]) =>
      importStore.undoImportedPairs(tx, units),

    /**
     * Returns the approved translation of exactly this text from the translation memory, for a conversation. Searches
     * the memory of the conversation's project and of the firm. Undefined if there is none.
     */
    async findExactApproved(pair: LanguagePair, text: string, conversationId: string) {
      const project = await projects.findProjectOfRoom(db, conversationId);
      return store.findApprovedPair(
        db,
        pair,
        project ? [project, firmMemoryScope] : [firmMemoryScope],
        foldKeepingAccents(text),
      );
    },
  };
}
