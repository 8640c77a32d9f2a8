import type { Bookmark } from "@kakehashi/contract/bookmarks";
import type { TranslationState } from "@kakehashi/contract/translation-states";

/**
 * Returns the state of a bookmark. A bookmark can ask for translations into several languages. If all are there, the
 * state is `APPROVED` if all of them are approved, otherwise `TRANSLATED`. If not, the state is `NEEDS_RETRANSLATION`
 * if one of the translations must be redone, otherwise `NEEDS_TRANSLATION`.
 */
export function bookmarkTranslationStateOf({
  message,
  languages,
  done,
}: Pick<Bookmark, "message" | "languages" | "done">): TranslationState {
  const requestedLanguages = (message.translations ?? []).filter(({ language }) =>
    languages.includes(language),
  );
  if (done) return requestedLanguages.every(({ state }) => state === "APPROVED") ? "APPROVED" : "TRANSLATED";
  return requestedLanguages.some(({ state }) => state === "NEEDS_RETRANSLATION")
    ? "NEEDS_RETRANSLATION"
    : "NEEDS_TRANSLATION";
}
