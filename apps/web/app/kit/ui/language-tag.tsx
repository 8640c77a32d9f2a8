import type { Language } from "@kakehashi/contract/languages";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import styles from "./language-mark.module.css";

/**
 * The working language of a person, after their name: 日, VI or EN. CSS draws it, so that a copied name does not contain
 * it. Renders nothing for a person without a chosen language.
 */
export function LanguageTag({ language }: { language: Language | null | undefined }) {
  if (!language) return null;
  const name = nativeLanguageNames[language];
  return <span className={styles.mark} role="img" lang={language} aria-label={name} title={name} />;
}
