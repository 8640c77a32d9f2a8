import type { Language } from "@kakehashi/contract/languages";
import { languageNames } from "../../i18n/texts.ts";
import styles from "./language-mark.module.css";

/**
 * The working language of a person, beside their name: 日, VI or EN. Drawn by CSS, so that copying the name
 * leaves it out. Renders nothing if they have not chosen one.
 */
export function LanguageTag({ language }: { language: Language | null | undefined }) {
  if (!language) return null;
  const name = languageNames[language];
  return <span className={styles.mark} role="img" lang={language} aria-label={name} title={name} />;
}
