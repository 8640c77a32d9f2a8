import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { TranslationDraft } from "@kakehashi/contract/translation-drafts";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, notFound } from "../../kit/errors.ts";
import type { Live } from "../live/service.ts";
import type { Rooms } from "../rooms/service.ts";
import { type DraftInput, mergeDrafts, type StoredDraft } from "./draft-merge.ts";
import * as store from "./draft-store.ts";
import type { Original, TranslationSource } from "./source.ts";
import type { Step } from "./step.ts";

interface Parts {
  db: Kysely<DB>;
  live: Live;
  rooms: Rooms;
  source: TranslationSource<Message>;
}

const bytesOf = ({ content, set_aside }: StoredDraft) =>
  Buffer.byteLength(content) + Buffer.byteLength(set_aside);

const isSame = (one: StoredDraft | undefined, other: StoredDraft) =>
  one?.edited_at.getTime() === other.edited_at.getTime() && one.set_aside === other.set_aside;

/** Wraps a step: unless the step is refused, it also empties the draft of its actor, in the same transaction. */
export const withoutDraft =
  (step: Step): Step =>
  async (held) => {
    const result = await step(held);
    if (!result?.refusal) await empty(held.tx, held.userId, held.original, held.row.language, held.now);
    return result;
  };

/** Stores an empty draft, even if there was none. A save that is still on its way then loses against it. */
async function empty(
  tx: Kysely<DB>,
  userId: string,
  original: Original,
  language: Language,
  now: Date,
): Promise<void> {
  await store.lockDrafts(tx, userId);
  await store.deleteOldDrafts(tx, userId);
  const stored = await store.findDraft(tx, userId, original, language);
  const editedMs = Math.max(now.getTime(), (stored?.edited_at.getTime() ?? 0) + 1);
  await store.saveDraft(tx, userId, original, language, {
    content: "",
    set_aside: "",
    version: 0,
    revision: original.revision,
    from_memory: false,
    edited_at: new Date(editedMs),
  });
}

/** Stores the drafts of translators and shares them among each translator's devices. Nobody else sees them. */
export function createTranslationDrafts({ db, live, rooms, source }: Parts) {
  async function tell(userId: string, roomId: string, draft: TranslationDraft): Promise<void> {
    const seq = await rooms.seqOf(userId, roomId);
    live.toUser(userId, { type: "TRANSLATION_DRAFT_CHANGED", conversation_id: roomId, seq, draft });
  }

  /** Deletes a person's draft of a text that this person may not read any more. */
  async function discardOfGone(
    userId: string,
    messageId: string,
    language: Language,
  ): Promise<TranslationDraft> {
    const subject = { kind: "MESSAGE", id: messageId } as const;
    const stored = await store.deleteDraft(db, userId, subject, language);
    if (!stored) throw notFound();
    return store.toDraft({ ...stored, content: "", set_aside: "", edited_at: new Date() }, subject, language);
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
        if (error instanceof AppError && error.code === "ERR.NOT_FOUND" && input.content.trim() === "")
          return null;
        throw error;
      });
      if (!message) return discardOfGone(userId, messageId, language);
      const original = source.original(message);
      const { draft, changed } = await db.transaction().execute(async (tx) => {
        // Lock the message first, as a submit does, so that the two cannot deadlock.
        if (!(await store.holdMessage(tx, original))) throw notFound();
        await store.lockDrafts(tx, userId);
        const stored = await store.findDraft(tx, userId, original, language);
        const kept = mergeDrafts(stored, input, new Date());
        const changed = !isSame(stored, kept);
        if (changed) {
          const bytes = bytesOf(kept);
          const isLonger = bytes > (stored ? bytesOf(stored) : 0);
          if (isLonger && !(await store.hasRoom(tx, userId, original, language, bytes)))
            throw new AppError("TRANSLATION.TOO_MANY_DRAFTS");
          await store.saveDraft(tx, userId, original, language, kept);
        }
        return { draft: store.toDraft(kept, original, language), changed };
      });
      if (changed) await tell(userId, message.conversation_id, draft);
      return draft;
    },

    /** Tells the writer's other devices that their draft was submitted. */
    async tellOfEmptied(userId: string, { id, conversation_id }: Message, language: Language): Promise<void> {
      const draft = await this.findDraft(userId, id, language);
      if (draft) await tell(userId, conversation_id, draft);
    },
  };
}
