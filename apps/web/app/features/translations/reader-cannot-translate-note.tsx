import type { TranslationUnit } from "@kakehashi/contract/translations";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { languageTextKeys } from "../../kit/language-keys.ts";
import styles from "./reader-cannot-translate-note.module.css";

interface UnknownLanguagesNoteProps {
  unit: TranslationUnit;
  /** Whether no translator of the room knows both languages. */
  hasNoTranslator: boolean;
}

/**
 * Shown instead of the editor to readers who do not know both languages. Shows the translation and says why they cannot
 * write it.
 */
export function ReaderCannotTranslateNote({
  unit: { message, language, translation },
  hasNoTranslator,
}: UnknownLanguagesNoteProps) {
  const { t } = useTranslation(["translations", "common"]);
  const [fromLanguageName, intoLanguageName] = [
    t(`common:${languageTextKeys[message.language]}`),
    t(`common:${languageTextKeys[language]}`),
  ];
  return (
    <>
      {translation !== null && translation.version > 0 && (
        <p className={styles.foreign} lang={language}>
          {translation.content}
        </p>
      )}
      <div className={styles.notYours}>
        {hasNoTranslator && <p>{t("nobodyKnowsText", { from: fromLanguageName, into: intoLanguageName })}</p>}
        <p>{t("notYours")}</p>
        <Link to="/settings#languages">{t("editKnown")}</Link>
      </div>
    </>
  );
}
