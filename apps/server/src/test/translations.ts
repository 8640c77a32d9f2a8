import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { createTranslation, updateTranslation } from "@kakehashi/contract/translations";
import type { Sent } from "./app.ts";
import type { Person } from "./world.ts";

/** Returns the path parameters of a translation. */
export const into = ({ id }: Pick<Message, "id">, language: Language) => ({ params: { mid: id, language } });

/**
 * Submits the first translation of a message. `fields` are more fields of the body. By default the warnings about the
 * translation count as confirmed, because most tests do not test its words.
 */
export const translate = (
  person: Person,
  message: Pick<Message, "id">,
  language: Language,
  content: string,
  fields: object = {},
) =>
  person.call(createTranslation, {
    ...into(message, language),
    body: { content, revision: 1, confirmed: true, ...fields },
  } as Sent);

/** Submits a new text for an existing translation. */
export const retranslate = (
  person: Person,
  message: Pick<Message, "id">,
  language: Language,
  content: string,
  fields: object = {},
) =>
  person.call(updateTranslation, {
    ...into(message, language),
    body: { content, revision: 1, confirmed: true, ...fields },
  } as Sent);
