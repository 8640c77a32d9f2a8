import { type Language, languages } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { UserSummary } from "@kakehashi/contract/users";
import type { Reader } from "../../auth/reader.ts";
import { isTranslatedInto } from "./is-translated-into.ts";

/**
 * The languages into which the reader may translate the message: those that they know and that somebody in
 * the room reads or has asked for. If the room needs none of them, all languages that the reader knows. The
 * reader's own comes first.
 */
export function writableLanguages(
  { language: source, translations = [] }: Pick<Message, "language" | "translations">,
  reader: Pick<Reader, "language" | "languages">,
  people: readonly Pick<UserSummary, "working_language">[],
): readonly Language[] {
  if (!reader.languages.includes(source)) return [];
  const known = languages
    .filter((language) => language !== source && reader.languages.includes(language))
    .sort((one, other) => Number(other === reader.language) - Number(one === reader.language));
  const needed = known.filter(
    (language) =>
      people.some(({ working_language }) => working_language === language) ||
      translations.some((translation) => translation.language === language),
  );
  return needed.length > 0 ? needed : known;
}

/** The other languages into which the reader may translate the message, and into which nobody has. */
export const missingLanguages = (
  message: Pick<Message, "language" | "revision" | "translations">,
  reader: Pick<Reader, "language" | "languages">,
  people: readonly Pick<UserSummary, "working_language">[],
): readonly Language[] =>
  writableLanguages(message, reader, people).filter(
    (language) => language !== reader.language && !isTranslatedInto(message, language),
  );
