import { isolateDirection } from "@kakehashi/contract/direction";
import type { Language } from "@kakehashi/contract/languages";
import { createInstance, type i18n, type Resource } from "i18next";
import { initReactI18next } from "react-i18next";

/** An i18next instance with one language. There is no fallback, because missing keys fail the type check. */
export function createTexts(language: Language, resources: Resource[string]): i18n {
  const instance = createInstance();
  instance.use(initReactI18next).init({
    lng: language,
    resources: { [language]: resources },
    fallbackLng: false,
    defaultNS: "common",
    initAsync: false,
    // React escapes HTML itself. Inserted values are isolated, so that they do not change the writing direction around
    // them.
    interpolation: { escapeValue: true, escape: isolateDirection },
    react: { useSuspense: false },
  });
  return instance;
}
