import type { LivechatDetail } from "@kakehashi/contract/bot-livechat";
import { createContext, use } from "react";
import { useTranslation } from "react-i18next";
import { languageTextKeys } from "../../kit/language-keys.ts";
import type { ComposerNoteProps } from "../messages/door.ts";
import styles from "./livechat.module.css";

/** The chat to which the agent is writing an answer. */
export const AnsweredTalkContext = createContext<LivechatDetail | null>(null);

/**
 * A note below the agent's composer about what happens to the message. Shown if the customer does not read the agent's
 * language and there is no machine translation.
 */
export function TranslationNote({ textLanguage, hasMachine }: ComposerNoteProps) {
  const { t } = useTranslation(["bots", "common"]);
  const talk = use(AnsweredTalkContext);
  const language = talk?.visitor.language;
  if (!language || language === textLanguage || hasMachine !== false) return null;
  const isTranslated = talk.translated_from.includes(textLanguage);
  // Messenger and Zalo cannot change a sent message, so a message to them waits for its translation. The web widget can
  // add the translation later.
  const waitsForTranslation = talk.source !== "WEB";
  const key = isTranslated
    ? waitsForTranslation
      ? "waitsForTranslation"
      : "translatedLater"
    : waitsForTranslation
      ? "waitsUntranslated"
      : "neverTranslated";
  const names = {
    from: t(`common:${languageTextKeys[textLanguage]}`),
    to: t(`common:${languageTextKeys[language]}`),
  };
  return <p className={styles.composerNote}>{t(key, names)}</p>;
}
