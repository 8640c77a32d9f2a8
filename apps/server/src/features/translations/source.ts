import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Messages } from "../messages/service.ts";

/** A text that is translated, as it is now. */
export interface Original {
  kind: "MESSAGE";
  id: string;
  /** Of a message: its translations go with its conversation. */
  conversationId: string | null;
  content: string;
  language: Language;
  /** Counts its edits from 1 on. */
  revision: number;
}

interface Change<Subject> {
  translations: readonly MessageTranslation[];
  /** In the same transaction, with the subject as it is then. */
  afterwards?: (subject: Subject) => Promise<void>;
}

/**
 * A kind of text that can be translated: messages now, and what a later feature brings. It says who may read the text,
 * holds it still while a translation changes, and tells its readers.
 */
export interface TranslationSource<Subject> {
  /** Throws not found for who may not read it. */
  find(userId: string, id: string): Promise<Subject>;
  original(subject: Subject): Original;
  /**
   * Holds the text still until the transaction ends. `work` answers its translations as they are from now on, or nothing
   * where none changed; they stand with the text, and its readers are told after the commit. Without a `userId` it is the
   * server's own change.
   */
  change(
    userId: string | null,
    subject: Subject,
    work: (tx: Kysely<DB>, subject: Subject) => Promise<Change<Subject> | null>,
  ): Promise<Subject>;
}

export const messageSource = (messages: Messages): TranslationSource<Message> => ({
  find: messages.oneOfMine,
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
