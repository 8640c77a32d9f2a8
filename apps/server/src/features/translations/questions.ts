import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { TranslationQuestion } from "@kakehashi/contract/translation-questions";
import { contextMessageCount } from "@kakehashi/contract/translations";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { firstFittingItems } from "../../kit/http/list-bytes.ts";
import type { Messages } from "../messages/service.ts";
import type { TranslatableTextSource } from "./source.ts";
import * as store from "./store.ts";

interface TranslationQuestionsDependencies {
  db: Kysely<DB>;
  messages: Messages;
  source: TranslatableTextSource<Message>;
}

/** Lists translators' questions to a message's author, with the replies in the message's thread. */
export function createQuestionQueries({ db, messages, source }: TranslationQuestionsDependencies) {
  /**
   * Returns a question with the replies to it. Null if the question was deleted. The replies are those before the next
   * question in the thread, whose id is `nextId`.
   */
  async function addAnswersToQuestion(
    userId: string,
    roomId: string,
    questionId: string,
    nextId: string | undefined,
  ): Promise<TranslationQuestion | null> {
    const question = await messages.findOne(userId, roomId, questionId);
    if (!question || question.deleted) return null;
    const { data, meta } = await messages.below(userId, roomId, questionId, contextMessageCount + 1);
    const endIndex = data.findIndex(({ id }) => id === nextId);
    const messagesBeforeNextQuestion = endIndex < 0 ? data : data.slice(0, endIndex);
    const answerMessages = messagesBeforeNextQuestion.slice(0, contextMessageCount);
    return {
      question,
      answers: answerMessages,
      more: messagesBeforeNextQuestion.length > answerMessages.length || (endIndex < 0 && meta.below),
    };
  }

  return {
    async questions(
      userId: string,
      messageId: string,
      language: Language,
      { before, paging }: { before?: string | undefined; paging: number },
    ): Promise<{ data: TranslationQuestion[]; meta: { below: boolean } }> {
      const message = await source.find(userId, messageId);
      const row = await store.findRow(db, source.toOriginalText(message), language);
      if (!row) return { data: [], meta: { below: false } };
      const ids = await store.listQuestionIds(db, row.id, before ?? null, paging + 1);
      const questions = await Promise.all(
        ids
          .slice(0, paging)
          .map((id, index) =>
            addAnswersToQuestion(userId, message.conversation_id, id, ids[index - 1] ?? before),
          ),
      );
      const { data, wasCut } = firstFittingItems(questions.filter((question) => question !== null));
      return { data, meta: { below: wasCut || ids.length > paging } };
    },
  };
}
