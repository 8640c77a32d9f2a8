import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { PersonalEvent } from "@kakehashi/contract/notifications";
import type { TranslationDraft } from "@kakehashi/contract/translation-drafts";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, notFound } from "../../kit/errors.ts";
import { createKeyedTaskQueue } from "../../kit/turns.ts";
import type { Live } from "../live/service.ts";
import {
  type DraftInput,
  emptyDraft,
  mergeDrafts,
  type StoredDraft,
  type SubmittedText,
} from "./draft-merge.ts";
import * as store from "./draft-store.ts";
import type { TranslationSource } from "./source.ts";
import type { TranslationStepRun } from "./step.ts";

interface Dependencies {
  db: Kysely<DB>;
  live: Live;
  source: TranslationSource<Message>;
}

const bytesOfDraft = ({ content, set_aside }: StoredDraft) =>
  Buffer.byteLength(content) + Buffer.byteLength(set_aside);

const isBlank = ({ content, set_aside }: StoredDraft) => content === "" && set_aside === "";

const isSameDraft = (a: StoredDraft | undefined, b: StoredDraft) =>
  a?.edited_at.getTime() === b.edited_at.getTime() && a.set_aside === b.set_aside;

/**
 * Wraps a submit so that the same transaction also empties the writer's draft. A refused submit keeps the draft. An
 * empty draft is stored even if there was none: otherwise a delayed save of the draft would bring the text back.
 */
export const withDraftEmptied =
  (step: TranslationStepRun, submittedText: SubmittedText): TranslationStepRun =>
  async (locked) => {
    const result = await step(locked);
    if (result?.refusal) return result;
    const { tx, userId, original, row, now } = locked;
    await store.lockDrafts(tx, userId);
    await store.deleteOldDrafts(tx, userId);
    const storedDraft = await store.findDraft(tx, userId, original, row.language);
    const emptiedDraft = emptyDraft(storedDraft, submittedText, original.revision, now);
    await store.saveDraft(tx, userId, original, row.language, emptiedDraft);
    return result;
  };

/** Stores the drafts of translators and shares them among each translator's devices. Nobody else sees them. */
export function createTranslationDrafts({ db, live, source }: Dependencies) {
  const inTurn = createKeyedTaskQueue();

  function publishDraft(userId: string, draft: TranslationDraft): void {
    const event: PersonalEvent = { type: "TRANSLATION_DRAFT_CHANGED", draft };
    live.toUser(userId, event);
  }

  return {
    /**
     * Runs a transaction that locks a person's drafts. Transactions of one person run one after another, and wait
     * without a database connection. To avoid deadlocks, call this before the `inTurn` of a room.
     */
    inTurn,

    /** Also finds a draft of a text that its writer may not read any more, because the draft is the writer's own. */
    async findDraft(userId: string, messageId: string, language: Language): Promise<TranslationDraft | null> {
      const subject = { kind: "MESSAGE", id: messageId } as const;
      const storedDraft = await store.findDraft(db, userId, subject, language);
      return storedDraft ? store.toDraft(storedDraft, subject, language) : null;
    },

    async saveDraft(
      userId: string,
      messageId: string,
      language: Language,
      input: DraftInput,
    ): Promise<TranslationDraft> {
      const message = await source.find(userId, messageId).catch((error: unknown) => {
        if (error instanceof AppError && error.code === "ERR.NOT_FOUND") return null;
        throw error;
      });
      const original = message && source.original(message);
      const subject = original ?? ({ kind: "MESSAGE", id: messageId } as const);
      const runTransaction = async (tx: Kysely<DB>) => {
        // Lock the message first, as a submit does, so that the two cannot deadlock.
        const messageExists = original !== null && (await store.lockMessage(tx, original));
        await store.lockDrafts(tx, userId);
        const storedDraft = await store.findDraft(tx, userId, subject, language);
        // If the message was deleted, its draft can still be changed, so that the writer loses no text. A new draft is
        // refused.
        if (!messageExists && !storedDraft) throw notFound();
        const mergedDraft = mergeDrafts(storedDraft, input, new Date());
        const isChanged = !isSameDraft(storedDraft, mergedDraft);
        if (isChanged) {
          // Deletes old empty drafts here as well as after a submit, because some people never submit.
          if (isBlank(mergedDraft)) await store.deleteOldDrafts(tx, userId);
          const bytes = bytesOfDraft(mergedDraft);
          const isLonger = bytes > (storedDraft ? bytesOfDraft(storedDraft) : 0);
          if (isLonger && !(await store.fitsIntoLimits(tx, userId, subject, language, bytes)))
            throw new AppError("TRANSLATION.TOO_MANY_DRAFTS");
          if (messageExists) await store.saveDraft(tx, userId, original, language, mergedDraft);
          else await store.updateDraft(tx, userId, subject, language, mergedDraft);
        }
        return { draft: store.toDraft(mergedDraft, subject, language), changed: isChanged };
      };
      const { draft, changed } = await inTurn(userId, () => db.transaction().execute(runTransaction));
      if (changed) publishDraft(userId, draft);
      return draft;
    },

    /** Tells the writer's other devices that their draft was submitted. */
    async publishEmptiedDraft(userId: string, messageId: string, language: Language): Promise<void> {
      const draft = await this.findDraft(userId, messageId, language);
      if (draft) publishDraft(userId, draft);
    },
  };
}
