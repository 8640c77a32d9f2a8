import type { Language } from "@kakehashi/contract/languages";
import { languageNames } from "../../i18n/texts.ts";
import styles from "./language-mark.module.css";

/**
 * The language that somebody reads and writes, beside their name: 日, VI or EN. Drawn by the style sheet, so that a name
 * is copied without it. Nothing for who has not chosen one.
 */
export function LanguageMark({ language }: { language: Language | null | undefined }) {
  if (!language) return null;
  const name = languageNames[language];
  return <span className={styles.mark} role="img" lang={language} aria-label={name} title={name} />;
}
