import type { Language } from "@kakehashi/contract/languages";
import { useTranslation } from "react-i18next";
import { LanguageTag } from "../../kit/ui/language-tag.tsx";
import styles from "./other-languages.module.css";

interface Props {
  languages: readonly Language[];
  /** It is named elsewhere. */
  workingLanguage: Language | null;
  className?: string | undefined;
}

/** The languages that a person knows besides their working language, as tags. Nothing if there are none. */
export function OtherLanguages({ languages, workingLanguage, className }: Props) {
  const { t } = useTranslation("profiles");
  const others = languages.filter((language) => language !== workingLanguage);
  if (others.length === 0) return null;
  return (
    <span className={`${styles.languages} ${className ?? ""}`}>
      {t("alsoKnows")}
      {others.map((language) => (
        <LanguageTag key={language} language={language} />
      ))}
    </span>
  );
}
