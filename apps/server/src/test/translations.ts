import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { createTranslation, updateTranslation } from "@kakehashi/contract/translations";
import type { Sent } from "./app.ts";
import type { Person } from "./world.ts";

/** A translation in the path of a call. */
export const into = ({ id }: Pick<Message, "id">, language: Language) => ({ params: { mid: id, language } });

/** The first translation of a message; `given` besides its text. */
export const translate = (
  person: Person,
  message: Pick<Message, "id">,
  language: Language,
  content: string,
  given: object = {},
) => person.call(createTranslation, { ...into(message, language), body: { content, ...given } } as Sent);

/** Another text for it. */
export const retranslate = (
  person: Person,
  message: Pick<Message, "id">,
  language: Language,
  content: string,
  given: object = {},
) => person.call(updateTranslation, { ...into(message, language), body: { content, ...given } } as Sent);
