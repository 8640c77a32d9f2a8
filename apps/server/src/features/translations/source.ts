import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Messages } from "../messages/service.ts";

/** A text to translate, in its present state. */
export interface Original {
  kind: "MESSAGE";
  id: string;
  /** The conversation of a message. Null for a text outside of conversations. */
  conversationId: string | null;
  content: string;
  language: Language;
  /** The revision of the text: 1 for a new text. Each edit adds 1. */
  revision: number;
}

interface TranslationChange<Subject> {
  translations: readonly MessageTranslation[];
  /** A function that runs in the transaction of the change and gets the changed text. */
  onWritten?: (subject: Subject) => Promise<void>;
}

/**
 * A kind of text that can be translated. Messages are the only kind so far. The source checks who may read the text,
 * locks the text while a translation changes, and sends the change to readers.
 */
export interface TranslationSource<Subject> {
  /** Throws "not found" if the person may not read the text. */
  find(userId: string, id: string): Promise<Subject>;
  original(subject: Subject): Original;
  /**
   * Locks the text and runs `work` in a transaction. `work` returns the new translations, or null if nothing changed.
   * The translations are stored with the text, and readers of the text get them after the commit. `userId` is null for
   * changes of the server.
   */
  change(
    userId: string | null,
    subject: Subject,
    work: (tx: Kysely<DB>, subject: Subject) => Promise<TranslationChange<Subject> | null>,
  ): Promise<Subject>;
}

export const messageSource = (messages: Messages): TranslationSource<Message> => ({
  find: messages.findForMember,
  original: ({ id, conversation_id, content, language, revision }) => ({
    kind: "MESSAGE",
    id,
    conversationId: conversation_id,
    content,
    language,
    revision,
  }),
  change: (userId, { conversation_id, id }, work) => messages.translate(userId, conversation_id, id, work),
});
