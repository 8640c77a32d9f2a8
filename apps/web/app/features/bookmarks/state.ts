import type { Bookmark } from "@kakehashi/contract/bookmarks";
import type { TranslationState } from "@kakehashi/contract/translation-states";

/** The state of a bookmark: the least advanced state of the translations into its requested languages. */
export function bookmarkStateOf({
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
