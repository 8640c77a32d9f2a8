import { use } from "react";
import { useTranslation } from "react-i18next";
import { languageKeys } from "../../kit/language-keys.ts";
import type { ComposerNoteProps } from "../messages/door.ts";
import styles from "./delivery-line.module.css";
import { TalkContext } from "./delivery-line.tsx";

/** Below the composer: that what is written is only sent once somebody has translated it. */
export function TranslationNote({ textLanguage, hasMachine }: ComposerNoteProps) {
  const { t } = useTranslation(["channels", "common"]);
  const language = use(TalkContext)?.talk.visitor.language;
  if (!language || language === textLanguage || hasMachine !== false) return null;
  return (
    <p className={styles.composerNote}>
      {t("waitsNote", { language: t(`common:${languageKeys[language]}`) })}
    </p>
  );
}
