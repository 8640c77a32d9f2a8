import type { LivechatDetail } from "@kakehashi/contract/bot-livechat";
import { createContext, use } from "react";
import { useTranslation } from "react-i18next";
import { languageKeys } from "../../kit/language-keys.ts";
import type { ComposerNoteProps } from "../messages/door.ts";
import styles from "./livechat.module.css";

/** The talk that is answered. */
export const AnsweredTalkContext = createContext<LivechatDetail | null>(null);

/**
 * The note below the composer when the agent writes in a language that the customer does not read and no machine
 * translates. It says what happens to the answer.
 */
export function TranslationNote({ textLanguage, hasMachine }: ComposerNoteProps) {
  const { t } = useTranslation(["bots", "common"]);
  const talk = use(AnsweredTalkContext);
  const language = talk?.visitor.language;
  if (!language || language === textLanguage || hasMachine !== false) return null;
  const isTranslated = talk.translated_from.includes(textLanguage);
  // An outside platform shows each message as it was sent, so a message to it waits for its translation. The web
  // widget can show the translation later.
  const waitsForTranslation = talk.source !== "WEB";
  const key = isTranslated
    ? waitsForTranslation
      ? "waitsForTranslation"
      : "translatedLater"
    : waitsForTranslation
      ? "waitsUntranslated"
      : "neverTranslated";
  const names = {
    from: t(`common:${languageKeys[textLanguage]}`),
    to: t(`common:${languageKeys[language]}`),
  };
  return <p className={styles.composerNote}>{t(key, names)}</p>;
}
