import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { createTranslation, updateTranslation } from "@kakehashi/contract/translations";
import type { CallInput } from "./app.ts";
import type { Person } from "./world.ts";

/** Returns the path parameters of a translation. */
export const translationParams = ({ id }: Pick<Message, "id">, language: Language) => ({
  params: { mid: id, language },
});

/**
 * Submits the first translation of a message. `fields` are more fields of the body. By default the warnings about the
 * translation count as confirmed, because most tests do not test its words.
 */
export const submitTranslation = (
  person: Person,
  message: Pick<Message, "id">,
  language: Language,
  content: string,
  fields: object = {},
) =>
  person.call(createTranslation, {
    ...translationParams(message, language),
    body: { content, revision: 1, confirmed: true, ...fields },
  } as CallInput);

/** Submits a new text for an existing translation. */
export const resubmitTranslation = (
  person: Person,
  message: Pick<Message, "id">,
  language: Language,
  content: string,
  fields: object = {},
) =>
  person.call(updateTranslation, {
    ...translationParams(message, language),
    body: { content, revision: 1, confirmed: true, ...fields },
  } as CallInput);
