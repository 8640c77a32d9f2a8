import type { Message } from "@kakehashi/contract/messages";
import {
  findTranslationFor,
  isTranslationCurrent,
  type MessageTranslation,
} from "@kakehashi/contract/translation-states";
import type { SignedInReader } from "../auth/reader.ts";

type TranslatableMessage = Pick<Message, "user_id" | "content" | "language" | "revision" | "translations">;
type ReaderWithLanguage = Pick<SignedInReader, "userId" | "ownLanguage">;

/** Whether a message is in a language that the reader does not read. False for the reader's own messages. */
export const isInForeignLanguage = (
  { user_id, language }: Pick<TranslatableMessage, "user_id" | "language">,
  reader: ReaderWithLanguage,
) => user_id !== reader.userId && language !== reader.ownLanguage;

/**
 * Returns the translation that the reader sees instead of the original. If the translation is outdated, whoever shows
 * it must say so.
 */
export function translationForReader(
  message: TranslatableMessage,
  reader: ReaderWithLanguage,
): MessageTranslation | undefined {
  return isInForeignLanguage(message, reader) ? findTranslationFor(message, reader.ownLanguage) : undefined;
}

/** Returns the message with its text replaced by a translation. */
export const replaceTextByTranslation = <M extends TranslatableMessage>(
  message: M,
  { content, language }: MessageTranslation,
): M => ({ ...message, content, language });

/**
 * Returns the message with its text in the reader's language. If there is no current translation, returns the original.
 * Use this function where there is no room to say that a translation is outdated.
 */
export function translateMessageForReader<M extends TranslatableMessage>(
  message: M,
  reader: ReaderWithLanguage,
): M {
  const translation = translationForReader(message, reader);
  return translation && isTranslationCurrent(translation, message)
    ? replaceTextByTranslation(message, translation)
    : message;
}
