import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { belowWindowMetaSchema, createCutListSchema } from "./kit/page.ts";
import { messageSchema } from "./messages.ts";
import { translationParams } from "./translation-states.ts";
import { contextMessageCount } from "./translations.ts";

/**
 * A translator's question to the author, with the replies in the thread before the next question: the first ones, at
 * most `contextMessageCount`.
 */
export const translationQuestionSchema = z
  .object({
    question: messageSchema,
    answers: createCutListSchema(messageSchema, contextMessageCount),
    /** Whether the question has more replies than this response contains. */
    more: z.boolean(),
  })
  .meta({ id: "TranslationQuestion" });
export type TranslationQuestion = z.infer<typeof translationQuestionSchema>;

/** Maximum questions in one response. Each contains its replies. */
export const maximumListedTranslationQuestions = 3;

export const listTranslationQuestions = endpoint({
  method: "GET",
  path: "/messages/:mid/translations/:language/questions",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the questions that translators asked the author about a message, with the answers, last question first. With `before`, lists the questions before that one. `below` tells whether there are older ones.",
  params: translationParams,
  query: z.strictObject({
    before: idSchema.optional(),
    paging: z.coerce
      .number()
      .int()
      .min(1)
      .max(maximumListedTranslationQuestions)
      .default(maximumListedTranslationQuestions),
  }),
  data: createCutListSchema(translationQuestionSchema, maximumListedTranslationQuestions),
  meta: belowWindowMetaSchema,
});
