import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { PersonalEvent } from "@kakehashi/contract/notifications";
import type { TranslationDraft } from "@kakehashi/contract/translation-drafts";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, notFound } from "../../kit/errors.ts";
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
import type { Step } from "./step.ts";

interface Parts {
  db: Kysely<DB>;
  live: Live;
  source: TranslationSource<Message>;
}

const bytesOf = ({ content, set_aside }: StoredDraft) =>
  Buffer.byteLength(content) + Buffer.byteLength(set_aside);

const isBlank = ({ content, set_aside }: StoredDraft) => content === "" && set_aside === "";

/** Whether a draft contains no text that the stored one does not contain. */
const isPartOf = ({ content, set_aside }: StoredDraft, stored: StoredDraft) =>
  (content === "" || content === stored.content) && (set_aside === "" || set_aside === stored.set_aside);

const isSame = (one: StoredDraft | undefined, other: StoredDraft) =>
  one?.edited_at.getTime() === other.edited_at.getTime() && one.set_aside === other.set_aside;

/**
 * Wraps a submit: unless it is refused, it also empties the draft of its writer, in the same transaction. The empty draft
 * is stored even if there was none. A save that is still on its way then loses against it.
 */
export const withoutDraft =
  (step: Step, submitted: SubmittedText): Step =>
  async (held) => {
    const result = await step(held);
    if (result?.refusal) return result;
    const { tx, userId, original, row, now } = held;
    await store.lockDrafts(tx, userId);
    await store.deleteOldDrafts(tx, userId);
    const stored = await store.findDraft(tx, userId, original, row.language);
    const emptied = emptyDraft(stored, submitted, original.revision, now);
    await store.saveDraft(tx, userId, original, row.language, emptied);
    return result;
  };

/** Stores the drafts of translators and shares them among each translator's devices. Nobody else sees them. */
export function createTranslationDrafts({ db, live, source }: Parts) {
  function tell(userId: string, draft: TranslationDraft): void {
    const event: PersonalEvent = { type: "TRANSLATION_DRAFT_CHANGED", draft };
    live.toUser(userId, event);
  }

  /**
   * Discards what its writer does not want any more of a draft whose text they may not read any more. Nothing can be
   * added to such a draft.
   */
  async function discardOfGone(
    userId: string,
    messageId: string,
    language: Language,
    input: DraftInput,
  ): Promise<TranslationDraft> {
    const subject = { kind: "MESSAGE", id: messageId } as const;
    const kept = await db.transaction().execute(async (tx) => {
      await store.lockDrafts(tx, userId);
      const stored = await store.findDraft(tx, userId, subject, language);
      if (!stored) throw notFound();
      const kept = mergeDrafts(stored, input, new Date());
      if (!isPartOf(kept, stored)) throw notFound();
      if (isBlank(kept)) await store.deleteDraft(tx, userId, subject, language);
      else await store.changeDraft(tx, userId, subject, language, kept);
      return kept;
    });
    const draft = store.toDraft(kept, subject, language);
    tell(userId, draft);
    return draft;
  }

  return {
    /** Also finds a draft of a text that its writer may not read any more, because the draft is the writer's own. */
    async findDraft(userId: string, messageId: string, language: Language): Promise<TranslationDraft | null> {
      const subject = { kind: "MESSAGE", id: messageId } as const;
      const stored = await store.findDraft(db, userId, subject, language);
      return stored ? store.toDraft(stored, subject, language) : null;
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
      if (!message) return discardOfGone(userId, messageId, language, input);
      const original = source.original(message);
      const { draft, changed } = await db.transaction().execute(async (tx) => {
        // Lock the message first, as a submit does, so that the two cannot deadlock.
        if (!(await store.holdMessage(tx, original))) throw notFound();
        await store.lockDrafts(tx, userId);
        const stored = await store.findDraft(tx, userId, original, language);
        const kept = mergeDrafts(stored, input, new Date());
        const changed = !isSame(stored, kept);
        if (changed) {
          // Otherwise a person who never submits would have ever more empty drafts.
          if (isBlank(kept)) await store.deleteOldDrafts(tx, userId);
          const bytes = bytesOf(kept);
          const isLonger = bytes > (stored ? bytesOf(stored) : 0);
          if (isLonger && !(await store.hasRoom(tx, userId, original, language, bytes)))
            throw new AppError("TRANSLATION.TOO_MANY_DRAFTS");
          await store.saveDraft(tx, userId, original, language, kept);
        }
        return { draft: store.toDraft(kept, original, language), changed };
      });
      if (changed) tell(userId, draft);
      return draft;
    },

    /** Tells the writer's other devices that their draft was submitted. */
    async tellOfEmptied(userId: string, messageId: string, language: Language): Promise<void> {
      const draft = await this.findDraft(userId, messageId, language);
      if (draft) tell(userId, draft);
    },
  };
}
