import { isolateDirection } from "@kakehashi/contract/direction";
import type { Language } from "@kakehashi/contract/languages";
import { createInstance, type i18n, type Resource } from "i18next";

/**
 * Creates an i18next instance for one language. It needs no fallback language, because the type check finds missing
 * keys.
 */
export function createI18nInstance(language: Language, resources: Resource[string]): i18n {
  const instance = createInstance();
  instance.init({
    lng: language,
    resources: { [language]: resources },
    fallbackLng: false,
    defaultNS: "common",
    initAsync: false,
    // React already escapes HTML, so i18next must not do it again. Inserted values are isolated, so that they do not
    // change the writing direction around them.
    interpolation: { escapeValue: true, escape: isolateDirection },
  });
  return instance;
}
