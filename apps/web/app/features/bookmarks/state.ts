import type { Bookmark } from "@kakehashi/contract/bookmarks";
import type { TranslationState } from "@kakehashi/contract/translation-states";

/** How far a marked message is: the state that all languages asked for have reached. */
export function stateOf({
  message,
  languages,
  done,
}: Pick<Bookmark, "message" | "languages" | "done">): TranslationState {
  const wanted = (message.translations ?? []).filter(({ language }) => languages.includes(language));
  if (done) return wanted.every(({ state }) => state === "APPROVED") ? "APPROVED" : "TRANSLATED";
  return wanted.some(({ state }) => state === "NEEDS_RETRANSLATION")
    ? "NEEDS_RETRANSLATION"
    : "NEEDS_TRANSLATION";
}
