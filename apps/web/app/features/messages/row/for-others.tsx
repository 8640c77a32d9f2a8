import type { Message } from "@kakehashi/contract/messages";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import { Fragment, use, useRef } from "react";
import { useTranslation } from "react-i18next";
import { loadTexts } from "../../../i18n/browser.ts";
import { languageKeys } from "../../../kit/language-keys.ts";
import { TranslationState } from "../../../kit/ui/badge.tsx";
import { useReader } from "../../auth/reader.ts";
import { FoldableText } from "./foldable-text.tsx";
import { KeepPositionContext } from "./keep-position.ts";
import styles from "./translation-line.module.css";
import { translationsForOthers } from "./translations-for-others.ts";
import { useMembership } from "./use-membership.ts";

/** Translations that the reader has opened. They stay open when the row is scrolled out of sight and back. */
const opened = new Set<string>();

/** Loads the texts with the code. */
export async function loadForOthers() {
  await loadTexts("room");
  return ForOthers;
}

/** A line that says into which languages a message was translated, and opens each text. Nothing if it was not. */
function ForOthers({ message }: { message: Message }) {
  const translations = translationsForOthers(message, useReader());
  if (translations.length === 0) return null;
  const messageId = message.id;
  return (
    <>
      <div className={styles.stateLine}>
        {translations.map(({ language, state }) => (
          <Fragment key={language}>
            <TranslationState state={state} />
            <OpenButton id={`${messageId} ${language}`} language={language} />
          </Fragment>
        ))}
      </div>
      {translations.map(({ language, content }) => (
        <OpenedText key={language} id={`${messageId} ${language}`} language={language} content={content} />
      ))}
    </>
  );
}

interface TextProps extends Pick<MessageTranslation, "language"> {
  id: string;
}

function OpenButton({ id, language }: TextProps) {
  const { t } = useTranslation(["room", "common"]);
  const [isOpen, toggle] = useMembership(opened, id);
  const keepPosition = use(KeepPositionContext);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <button
      ref={button}
      type="button"
      className={styles.textButton}
      aria-expanded={isOpen}
      onClick={() => {
        const row = button.current?.closest("article");
        if (row) keepPosition(row);
        toggle(!isOpen);
      }}
    >
      {t(isOpen ? "hideTranslationInto" : "showTranslationInto", {
        language: t(`common:${languageKeys[language]}`),
      })}
    </button>
  );
}

function OpenedText({ id, language, content }: TextProps & Pick<MessageTranslation, "content">) {
  const [isOpen] = useMembership(opened, id);
  return (
    isOpen && (
      <div className={styles.original} lang={language}>
        <FoldableText id={id} content={content} />
      </div>
    )
  );
}
