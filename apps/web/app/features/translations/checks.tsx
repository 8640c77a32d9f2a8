import { isLanguage, type Language } from "@kakehashi/contract/languages";
import { readMentions, withMentions } from "@kakehashi/contract/mentions";
import { checkTranslation } from "@kakehashi/contract/translation-checks/check";
import { checkText } from "@kakehashi/contract/translation-checks/texts";
import { useDeferredValue, useMemo } from "react";
import { useTranslation } from "react-i18next";
import styles from "./editor.module.css";
import { useTerms } from "./memory-queries.ts";

/** The most warnings shown at once. */
const shownWarnings = 5;

/** The people whom the original mentions. The same names in the translation mean the same people. */
export function peopleIn(content: string): { id: string; name: string }[] {
  const { text, ranges } = readMentions(content);
  return ranges.map(({ id, start, end }) => ({ id, name: text.slice(start + 1, end) }));
}

interface ChecksProps {
  original: string;
  translation: string;
  sourceLanguage: Language;
  targetLanguage: Language;
  conversationId: string;
}

/** Warnings about a translation while it is written. */
export function Checks({
  original,
  translation,
  sourceLanguage,
  targetLanguage,
  conversationId,
}: ChecksProps) {
  const { t, i18n } = useTranslation("translations");
  const { data: terms } = useTerms(sourceLanguage, targetLanguage, conversationId);
  const reader = isLanguage(i18n.language) ? i18n.language : "en";
  const deferredTranslation = useDeferredValue(translation);
  const warnings = useMemo(
    () =>
      deferredTranslation.trim() === ""
        ? []
        : checkTranslation({
            original,
            translation: withMentions(deferredTranslation, peopleIn(original)),
            from: sourceLanguage,
            to: targetLanguage,
            ...(terms && { terms }),
          }),
    [original, deferredTranslation, sourceLanguage, targetLanguage, terms],
  );
  if (warnings.length === 0) return null;
  // A term that occurs twice gets one warning.
  const warningTexts = [...new Set(warnings.map((warning) => checkText(warning, reader)))];
  return (
    <ul className={styles.checks} aria-label={t("checks")}>
      {warningTexts.slice(0, shownWarnings).map((warningText) => (
        <li key={warningText}>{warningText}</li>
      ))}
    </ul>
  );
}
