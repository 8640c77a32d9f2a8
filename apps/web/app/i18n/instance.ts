import { isolated } from "@kakehashi/contract/direction";
import type { Language } from "@kakehashi/contract/languages";
import { createInstance, type i18n, type Resource } from "i18next";
import { initReactI18next } from "react-i18next";

/** One i18next with one language loaded: no fallback, because a missing key does not pass the type check. */
export function createTexts(language: Language, resources: Resource[string]): i18n {
  const instance = createInstance();
  instance.use(initReactI18next).init({
    lng: language,
    resources: { [language]: resources },
    fallbackLng: false,
    defaultNS: "common",
    initAsync: false,
    // React escapes HTML by itself. What is put into a sentence does not change the direction of what stands beside it.
    interpolation: { escapeValue: true, escape: isolated },
    react: { useSuspense: false },
  });
  return instance;
}
