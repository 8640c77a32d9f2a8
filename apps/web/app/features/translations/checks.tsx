import { isLanguage, type Language } from "@kakehashi/contract/languages";
import { parseMentions, replaceNamesByMentions } from "@kakehashi/contract/mentions";
import { type CheckWarning, checkTranslation } from "@kakehashi/contract/translation-checks/check";
import { formatWarningText } from "@kakehashi/contract/translation-checks/texts";
import { useDeferredValue, useMemo } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import styles from "./editor.module.css";
import { useGlossaryTerms } from "./memory-queries.ts";

/** At most this many warnings about a translation are shown together. */
const maximumShownWarnings = 5;

/**
 * Returns the people whom the original mentions. If their names occur in the translation, they become mentions there.
 */
export function listMentionedPeople(content: string): { id: string; name: string }[] {
  const { text, ranges } = parseMentions(content);
  return ranges.map(({ id, start, end }) => ({ id, name: text.slice(start + 1, end) }));
}

export interface TextsToCheck {
  readonly original: string;
  readonly translation: string;
  readonly sourceLanguage: Language;
  readonly targetLanguage: Language;
  /** The conversation of the text. Null for a text outside of conversations, such as a bot's. */
  readonly conversationId: string | null;
}

/** The warnings about a translation, with the text that was checked. The field may already contain a newer text. */
export interface CheckedText {
  readonly plainText: string;
  /** The checked text in its stored format, with mentions. The positions in the warnings are indexes in this text. */
  readonly content: string;
  readonly warnings: readonly CheckWarning[];
}

/** Checks a translation while somebody writes it. */
export function useTranslationChecks({
  original,
  translation,
  sourceLanguage: from,
  targetLanguage,
  conversationId,
}: TextsToCheck): CheckedText {
  const { data: terms } = useGlossaryTerms(from, targetLanguage, conversationId);
  const plainText = useDeferredValue(translation);
  return useMemo(() => {
    const content = replaceNamesByMentions(plainText, listMentionedPeople(original));
    const warnings = checkTranslation({
      original,
      translation: content,
      fromLanguage: from,
      toLanguage: targetLanguage,
      ...(terms && { terms }),
    });
    return { plainText, content, warnings };
  }, [original, plainText, from, targetLanguage, terms]);
}

/** Returns the interface language as a `Language`, the type that the contract's texts use. */
export const languageOfI18n = ({ language }: { language: string }): Language =>
  isLanguage(language) ? language : "en";

/** The list of warnings about a translation. Equal warnings are shown once. */
export function CheckWarningList({ warnings }: { warnings: readonly CheckWarning[] }) {
  const { t, i18n } = useTranslation("translations");
  if (warnings.length === 0) return null;
  // Show a warning only once. A glossary term that occurs twice in a text causes two equal warnings.
  const warningTexts = [
    ...new Set(warnings.map((warning) => formatWarningText(warning, languageOfI18n(i18n)))),
  ];
  return (
    <ul className={styles.checks} aria-label={t("checks")}>
      {warningTexts.slice(0, maximumShownWarnings).map((warningText) => (
        <li key={warningText}>{warningText}</li>
      ))}
    </ul>
  );
}
