import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Messages } from "../messages/service.ts";

/** A text to translate, as it is now. */
export interface Original {
  kind: "MESSAGE";
  id: string;
  /** The conversation of a message. Null for texts outside of conversations. */
  conversationId: string | null;
  content: string;
  language: Language;
  /** Starts at 1 and grows with each edit. */
  revision: number;
}

interface Change<Subject> {
  translations: readonly MessageTranslation[];
  /** Runs in the same transaction, with the changed subject. */
  onWritten?: (subject: Subject) => Promise<void>;
}

/**
 * A kind of text that can be translated: messages now, others later. It checks who may read the text, locks it while a
 * translation changes, and tells its readers.
 */
export interface TranslationSource<Subject> {
  /** Throws "not found" if the person may not read the text. */
  find(userId: string, id: string): Promise<Subject>;
  original(subject: Subject): Original;
  /**
   * Locks the text until the transaction ends. `work` returns the text's new translations, or null if none changed.
   * They are stored with the text, and its readers are told after the commit. Without a `userId` it is the server's
   * own change.
   */
  change(
    userId: string | null,
    subject: Subject,
    work: (tx: Kysely<DB>, subject: Subject) => Promise<Change<Subject> | null>,
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
