import type { Message } from "@kakehashi/contract/messages";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { languageTextKeys } from "../../../kit/language-keys.ts";
import { useReader } from "../../auth/reader.ts";
import { useMentionableMembers } from "../../conversations/members.ts";
import styles from "./translation-line.module.css";
import type { TranslationEditorState } from "./translation-writing.tsx";
import { findMissingTargetLanguages } from "./writable-languages.ts";

interface FurtherLanguagesProps {
  message: Message;
  translationEditor: TranslationEditorState;
}

/**
 * A button for each further language into which the reader of a translation can translate the message. Renders nothing
 * if the reader knows no such language.
 */
export function FurtherLanguageButtons({ message, translationEditor }: FurtherLanguagesProps) {
  const { t } = useTranslation(["messages", "common"]);
  const missingLanguagesOfReader = findMissingTargetLanguages(
    message,
    useReader(),
    useMentionableMembers(message.conversation_id),
  );
  return missingLanguagesOfReader.map((language) => (
    <button
      key={language}
      type="button"
      className={styles.textButton}
      onClick={() => translationEditor.openEditor(language)}
    >
      {t("translateInto", { language: t(`common:${languageTextKeys[language]}`) })}
    </button>
  ));
}
