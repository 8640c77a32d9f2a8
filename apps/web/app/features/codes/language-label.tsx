import { type CodeLanguage, codeLanguageIds, codeLanguages } from "@kakehashi/contract/code-languages";
import { useTranslation } from "../../i18n/use-translation.tsx";
import styles from "./parts.module.css";

/** Returns a function that gives the name of a programming language, as readers know it. */
export function useCodeLanguageNameFormatter(): (language: CodeLanguage) => string {
  const { t } = useTranslation("codes");
  return (language) => (language === "plaintext" ? t("plainText") : codeLanguages[language].name);
}

/** Returns the programming languages for a select: plain text first, the others sorted by name. */
export function useCodeLanguageChoices(): { id: CodeLanguage; name: string }[] {
  const getLanguageName = useCodeLanguageNameFormatter();
  const [plainTextId = "plaintext", ...others] = codeLanguageIds;
  const sortedByName = others
    .map((id) => ({ id, name: getLanguageName(id) }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
  return [{ id: plainTextId, name: getLanguageName(plainTextId) }, ...sortedByName];
}

/** The name of a programming language, with its file extension as a badge. */
export function LanguageLabel({ language }: { language: CodeLanguage }) {
  const getLanguageName = useCodeLanguageNameFormatter();
  return (
    <span className={styles.language}>
      <span className={styles.mark} aria-hidden="true">
        {codeLanguages[language].extension}
      </span>
      {getLanguageName(language)}
    </span>
  );
}
