import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Messages } from "../messages/service.ts";

/** A text to translate, as it is now. */
export interface OriginalText {
  kind: "MESSAGE";
  id: string;
  /** The conversation that contains the message. Null if the text is not in a conversation. */
  conversationId: string | null;
  content: string;
  language: Language;
  /** The revision of the text. It is 1 for a new text, and each edit adds 1. */
  revision: number;
}

interface TranslationChange<Subject> {
  translations: readonly MessageTranslation[];
  /** Called with the changed text, in the transaction of the change. */
  onWritten?: (subject: Subject) => Promise<void>;
}

/**
 * A source of texts that can be translated. So far, messages are the only source. A source checks who may read a text,
 * locks the text while its translation changes, and sends the change to readers.
 */
export interface TranslatableTextSource<Subject> {
  /** Throws "not found" if the person may not read the text. */
  find(userId: string, id: string): Promise<Subject>;
  toOriginalText(subject: Subject): OriginalText;
  /**
   * Locks the text and runs `work` in a transaction. `work` returns the new translations, or null if nothing changed.
   * The translations are stored with the text, and readers get them after the commit. `userId` is null for changes by
   * the server.
   */
  changeTranslations(
    userId: string | null,
    subject: Subject,
    work: (tx: Kysely<DB>, subject: Subject) => Promise<TranslationChange<Subject> | null>,
  ): Promise<Subject>;
}

export const createMessageTextSource = (messages: Messages): TranslatableTextSource<Message> => ({
  find: messages.findForMember,
  toOriginalText: ({ id, conversation_id, content, language, revision }) => ({
    kind: "MESSAGE",
    id,
    conversationId: conversation_id,
    content,
    language,
    revision,
  }),
  changeTranslations: (userId, { conversation_id, id }, computeChange) =>
    messages.translate(userId, conversation_id, id, computeChange),
});
