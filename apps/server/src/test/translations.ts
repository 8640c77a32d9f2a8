import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { createTranslation, updateTranslation } from "@kakehashi/contract/translations";
import type { CallInput } from "./app.ts";
import type { TestPerson } from "./world.ts";

/** Returns the path parameters of a translation. */
export const translationPathParamsOf = ({ id }: Pick<Message, "id">, language: Language) => ({
  params: { mid: id, language },
});

/**
 * Submits the first translation of a message. `fields` are added to the request body. By default the request confirms
 * possible warnings about the translation, so that they do not stop the test.
 */
export const submitTranslation = (
  person: TestPerson,
  message: Pick<Message, "id">,
  language: Language,
  content: string,
  fields: object = {},
) =>
  person.call(createTranslation, {
    ...translationPathParamsOf(message, language),
    body: { content, revision: 1, confirmed: true, ...fields },
  } as CallInput);

/** Submits a new text for a translation that already exists. */
export const resubmitTranslation = (
  person: TestPerson,
  message: Pick<Message, "id">,
  language: Language,
  content: string,
  fields: object = {},
) =>
  person.call(updateTranslation, {
    ...translationPathParamsOf(message, language),
    body: { content, revision: 1, confirmed: true, ...fields },
  } as CallInput);
