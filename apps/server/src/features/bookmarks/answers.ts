import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import { AppError } from "../../kit/errors.ts";
import type { Log } from "../../kit/log.ts";
import type { BookmarkDependencies } from "./dependencies.ts";
import * as store from "./store.ts";

const isTranslatedByPerson = ({ state }: MessageTranslation) =>
  state === "TRANSLATED" || state === "APPROVED";

interface AnswerTranslationsDependencies
  extends Pick<
    BookmarkDependencies,
    "events" | "messages" | "translations" | "channels" | "livechat" | "machine"
  > {
  readonly log: Log;
}

/**
 * Asks translators to translate the answers that people write to customers on outside platforms. An answer is sent only
 * together with its translation, so the customer waits for the translator. If the answer is sent without a translation,
 * the request is withdrawn, unless somebody has bookmarked the message for translation.
 */
export function registerAnswerTranslationRequests({
  events,
  messages,
  translations,
  channels,
  livechat,
  machine,
  log,
}: AnswerTranslationsDependencies) {
  /**
   * Adds or withdraws the request to translate an answer, which is a message to a customer on an outside platform.
   * Events of one message may arrive in the wrong order. So the function locks the message and reads whether the answer
   * still waits for its translation.
   */
  const updateTranslationRequest = ({ id, conversation_id }: Message, language: Language) =>
    messages.translate(null, conversation_id, id, async (tx, message) => {
      const awaitedLanguage = await channels.awaitedLanguage(tx, id);
      // A person has translated the answer. Keep the translation request, because the statistics count it as fulfilled.
      if (
        !awaitedLanguage &&
        message.translations?.some(
          (translation) => translation.language === language && isTranslatedByPerson(translation),
        )
      )
        return null;
      const bookmarks = awaitedLanguage ? [] : await store.listBookmarksOfMessage(tx, message);
      const changedTranslations = awaitedLanguage
        ? await translations.requestTranslations(tx, message, message.user_id, {
            languages: [awaitedLanguage],
            note: "",
            urgency: "HIGH",
          })
        : await translations.withdraw(
            tx,
            message,
            bookmarks.flatMap(({ languages }) => languages),
          );
      return changedTranslations && { translations: changedTranslations };
    });

  events.on("AnswerWaitChanged", async ({ message, botId, language, isOverdue }) => {
    const { conversation_id: conversationId } = message;
    try {
      // The machine translates the answer now, so no translator is asked. If the machine fails, the answer becomes
      // overdue, and a second event with `isOverdue` asks the translators.
      if (!isOverdue && (await machine.isTranslatingIn(conversationId))) return;
      await livechat.addTranslatorsToTalk(
        { botId, conversationId },
        { from: message.language, to: language },
      );
      await updateTranslationRequest(message, language);
    } catch (error) {
      // Somebody has deleted the message or its conversation, so no translation is needed.
      if (error instanceof AppError && (error.code === "MESSAGE.DELETED" || error.status === 404)) return;
      log.error({ err: error, message_id: message.id }, "No translator was asked for an answer.");
    }
  });
}
