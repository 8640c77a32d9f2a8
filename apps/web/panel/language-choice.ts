import type { Language } from "@kakehashi/contract/languages";
import { createElement } from "./elements.ts";

/** The name of each language in the language itself, so that visitors recognise their own. */
const languageNames: Readonly<Record<Language, string>> = { en: "English", vi: "Tiếng Việt", ja: "日本語" };

/**
 * The select for the chat's language. Null if the bot has only one language. The closed select shows only the
 * language's code, because the header of a phone has little space. The open list shows the names.
 */
export function createLanguageSelect(
  { languages, language, label }: { languages: readonly Language[]; language: Language; label: string },
  chooseLanguage: (language: Language) => void,
): HTMLElement | null {
  if (languages.length < 2) return null;
  const languageSelect = createElement(
    "select",
    { "aria-label": label, title: label },
    ...languages.map((language) =>
      createElement("option", { value: language, lang: language }, languageNames[language]),
    ),
  );
  languageSelect.value = language;
  languageSelect.addEventListener("change", () => chooseLanguage(languageSelect.value as Language));
  const languageCodeElement = createElement("span", { "aria-hidden": "true" });
  languageCodeElement.innerHTML =
    '<svg viewBox="0 0 24 24" width="18" height="18"><path fill="none" stroke="currentColor" stroke-width="1.8" d="M3 12a9 9 0 1 0 18 0 9 9 0 0 0-18 0m0 0h18M12 3q-7 9 0 18 7-9 0-18"/></svg>';
  languageCodeElement.append(language.toUpperCase());
  return createElement("div", { class: "language plain" }, languageCodeElement, languageSelect);
}

/** Stores the visitor's language for this bot. Browsers may refuse storage to an embedded frame. */
export function createLanguageStore(botId: string) {
  const key = `kakehashi.visit-language.${botId}`;
  return {
    /** Returns the language that the visitor has chosen for this bot. Null if none is stored. */
    get(): string | null {
      try {
        return localStorage.getItem(key);
      } catch {
        return null;
      }
    },
    set(language: Language): void {
      try {
        localStorage.setItem(key, language);
      } catch {
        // The browser has refused to store the language. It is forgotten when the page is closed.
      }
    },
  };
}
