import type { LivechatDetail } from "@kakehashi/contract/bot-livechat";
import { createContext, use } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { languageTextKeys } from "../../kit/language-keys.ts";
import type { ComposerNoteProps } from "../messages/door.ts";
import styles from "./livechat.module.css";

/** The chat in which the agent is writing an answer. */
export const AnsweredTalkContext = createContext<LivechatDetail | null>(null);

/**
 * A note below the agent's composer, for a message in a language that the customer does not read. It says whether and
 * when the message is translated. Not shown if there is machine translation.
 */
export function AgentAnswerTranslationNote({ composedTextLanguage, hasMachine }: ComposerNoteProps) {
  const { t } = useTranslation(["bots", "common"]);
  const talk = use(AnsweredTalkContext);
  const language = talk?.visitor.language;
  if (!language || language === composedTextLanguage || hasMachine !== false) return null;
  const isTranslated = talk.translated_from.includes(composedTextLanguage);
  // On Messenger and Zalo, a sent message cannot be changed. So the message waits until it is translated. The web
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
    from: t(`common:${languageTextKeys[composedTextLanguage]}`),
    to: t(`common:${languageTextKeys[language]}`),
  };
  return <p className={styles.composerNote}>{t(key, names)}</p>;
}
