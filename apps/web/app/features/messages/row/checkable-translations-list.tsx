import type { Message } from "@kakehashi/contract/messages";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import { use, useRef } from "react";
import { loadTexts } from "../../../i18n/browser.ts";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { languageTextKeys } from "../../../kit/language-keys.ts";
import { TranslationStateLabel } from "../../../kit/ui/badge.tsx";
import { useReader } from "../../auth/reader.ts";
import { findCheckableTranslations } from "./checkable-translations.ts";
import styles from "./checkable-translations-list.module.css";
import { FoldableText } from "./foldable-text.tsx";
import { KeepPositionContext } from "./keep-position.ts";
import row from "./translation-line.module.css";
import { TranslatorName } from "./translator-name.tsx";
import { useSetMembership } from "./use-membership.ts";

/** The keys of the opened translations. They stay open when their row is scrolled out of view and back. */
const openedTranslationKeys = new Set<string>();

/** Loads the component `TranslationsForOthersList` and the interface texts that it shows. */
export async function loadCheckableTranslationsList() {
  await loadTexts("room");
  return TranslationsForOthersList;
}

/**
 * A line for each translation of a message that the reader can check. A press on a line shows the translated text.
 * Renders nothing if there is no such translation.
 */
function TranslationsForOthersList({ message }: { message: Message }) {
  const translations = findCheckableTranslations(message, useReader());
  if (translations.length === 0) return null;
  return translations.map((translation) => (
    <TranslationInLanguage key={translation.language} messageId={message.id} translation={translation} />
  ));
}

/** The line of one translation: its language, its state, its translator, and a button that shows its text. */
function TranslationInLanguage({
  messageId,
  translation,
}: {
  messageId: string;
  translation: MessageTranslation;
}) {
  const { t } = useTranslation(["room", "messages", "common"]);
  const { language, state, origin, user_id, content } = translation;
  const id = `${messageId} ${language}`;
  const [isOpen, toggle] = useSetMembership(openedTranslationKeys, id);
  const keepPosition = use(KeepPositionContext);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <div className={styles.line}>
        <TranslationStateLabel state={state} />
        {origin === "MEMORY" && <span className={styles.translator}>{t("messages:fromMemory")}</span>}
        {origin === "PERSON" && user_id !== null && (
          <span className={styles.translator}>
            <TranslatorName userId={user_id} />
          </span>
        )}
        <button
          ref={button}
          type="button"
          className={row.textButton}
          aria-expanded={isOpen}
          onClick={() => {
            const article = button.current?.closest("article");
            if (article) keepPosition(article);
            toggle(!isOpen);
          }}
        >
          {t(isOpen ? "hideTranslationInto" : "showTranslationInto", {
            language: t(`common:${languageTextKeys[language]}`),
          })}
        </button>
      </div>
      {isOpen && (
        <div className={row.original} lang={language}>
          <FoldableText id={id} content={content} />
        </div>
      )}
    </>
  );
}
