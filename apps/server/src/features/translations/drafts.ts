import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { PersonalEvent } from "@kakehashi/contract/personal-events";
import type { TranslationDraft } from "@kakehashi/contract/translation-drafts";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { createKeyedTaskQueue } from "../../kit/turns.ts";
import type { Live } from "../live/service.ts";
import { withoutDeletedNames } from "../users/service.ts";
import {
  createEmptyDraftAfterSubmit,
  type DraftInput,
  mergeDrafts,
  type StoredDraft,
  type SubmittedText,
} from "./draft-merge.ts";
import * as store from "./draft-store.ts";
import type { TranslatableTextSource } from "./source.ts";
import type { RunTranslationStep } from "./step.ts";

interface TranslationDraftsDependencies {
  db: Kysely<DB>;
  live: Live;
  source: TranslatableTextSource<Message>;
}

const bytesOfDraft = ({ content, set_aside }: StoredDraft) =>
  Buffer.byteLength(content) + Buffer.byteLength(set_aside);

const isBlank = ({ content, set_aside }: StoredDraft) => content === "" && set_aside === "";

const isSameDraft = (a: StoredDraft | undefined, b: StoredDraft) =>
  a?.edited_at.getTime() === b.edited_at.getTime() && a.set_aside === b.set_aside;

/**
 * Wraps a submit, so that its transaction also empties the writer's draft. If the submit is refused, the draft stays.
 * An empty draft is stored even if there was no draft: otherwise a delayed save from a device would bring the text
 * back.
 */
export const withEmptiedDraft =
  (runStep: RunTranslationStep, submittedText: SubmittedText): RunTranslationStep =>
  async (lockedTranslation) => {
    const result = await runStep(lockedTranslation);
    if (result?.refusal) return result;
    const { tx, actorId, original, row, now } = lockedTranslation;
    await store.lockDrafts(tx, actorId);
    await store.deleteUnneededDrafts(tx, actorId);
    const storedDraft = await store.findDraft(tx, actorId, original, row.language);
    const emptiedDraft = createEmptyDraftAfterSubmit(storedDraft, submittedText, original.revision, now);
    await store.saveDraft(tx, actorId, original, row.language, emptiedDraft);
    return result;
  };

/**
 * Stores the drafts of translators and shares them between the devices of each translator. Nobody else can read them.
 */
export function createTranslationDrafts({ db, live, source }: TranslationDraftsDependencies) {
  const runInPersonQueue = createKeyedTaskQueue();

  function publishDraft(userId: string, draft: TranslationDraft): void {
    const event: PersonalEvent = { type: "TRANSLATION_DRAFT_CHANGED", draft };
    live.toUser(userId, event);
  }

  return {
    /**
     * Runs a transaction that locks a person's drafts. Transactions for the same person run one after another and wait
     * without a database connection. To avoid deadlocks, call this before a room's `inTurn`.
     */
    inTurn: runInPersonQueue,

    /** Finds the writer's own draft of a translation, even if the writer may no longer read the original. */
    async findDraft(userId: string, messageId: string, language: Language): Promise<TranslationDraft | null> {
      const subject = { kind: "MESSAGE", id: messageId } as const;
      const storedDraft = await store.findDraft(db, userId, subject, language);
      return storedDraft ? store.toDraft(storedDraft, subject, language) : null;
    },

    async saveDraft(
      userId: string,
      messageId: string,
      language: Language,
      givenDraft: DraftInput,
    ): Promise<TranslationDraft> {
      const input = { ...givenDraft, content: await withoutDeletedNames(db, givenDraft.content) };
      const message = await source.find(userId, messageId).catch((error: unknown) => {
        if (error instanceof AppError && error.code === "ERR.NOT_FOUND") return null;
        throw error;
      });
      const original = message && source.toOriginalText(message);
      const subject = original ?? ({ kind: "MESSAGE", id: messageId } as const);
      const runTransaction = async (tx: Kysely<DB>) => {
        // Locks the message before the drafts. A submit locks them in the same order, so the two cannot deadlock.
        const messageExists = original !== null && (await store.lockMessage(tx, original));
        await store.lockDrafts(tx, userId);
        const storedDraft = await store.findDraft(tx, userId, subject, language);
        // If the message was deleted, the writer can still change a draft that exists, so that no text is lost. But the
        // writer cannot create a draft.
        if (!messageExists && !storedDraft) throw createNotFoundError();
        const mergedDraft = mergeDrafts(storedDraft, input, new Date());
        const isChanged = !isSameDraft(storedDraft, mergedDraft);
        if (isChanged) {
          // Old empty drafts are deleted at this point and after a submit. A submit alone is not enough, because some
          // people never submit a translation.
          if (isBlank(mergedDraft)) await store.deleteUnneededDrafts(tx, userId);
          const bytes = bytesOfDraft(mergedDraft);
          const isLonger = bytes > (storedDraft ? bytesOfDraft(storedDraft) : 0);
          if (isLonger && !(await store.doesDraftFitLimits(tx, userId, subject, language, bytes)))
            throw new AppError("TRANSLATION.TOO_MANY_DRAFTS");
          if (messageExists) await store.saveDraft(tx, userId, original, language, mergedDraft);
          else await store.updateDraft(tx, userId, subject, language, mergedDraft);
        }
        return { draft: store.toDraft(mergedDraft, subject, language), changed: isChanged };
      };
      const { draft, changed } = await runInPersonQueue(userId, () =>
        db.transaction().execute(runTransaction),
      );
      if (changed) publishDraft(userId, draft);
      return draft;
    },

    /** Sends the draft, which is empty after the submit, to all of the writer's devices. */
    async publishEmptiedDraft(userId: string, messageId: string, language: Language): Promise<void> {
      const draft = await this.findDraft(userId, messageId, language);
      if (draft) publishDraft(userId, draft);
    },
  };
}
