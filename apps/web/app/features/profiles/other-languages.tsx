import type { Language } from "@kakehashi/contract/languages";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { LanguageTag } from "../../kit/ui/language-tag.tsx";
import styles from "./other-languages.module.css";

interface OtherLanguagesProps {
  languages: readonly Language[];
  /** The person's working language. It is left out here, because the page shows it elsewhere. */
  workingLanguage: Language | null;
  className?: string | undefined;
}

/**
 * Tags of the languages that a person knows besides their working language. Renders nothing if there are
 * none.
 */
export function OtherLanguages({ languages, workingLanguage, className }: OtherLanguagesProps) {
  const { t } = useTranslation("profiles");
  const otherLanguages = languages.filter((language) => language !== workingLanguage);
  if (otherLanguages.length === 0) return null;
  return (
    <span className={`${styles.languages} ${className ?? ""}`}>
      {t("alsoKnows")}
      {otherLanguages.map((language) => (
        <LanguageTag key={language} language={language} />
      ))}
    </span>
  );
}
