import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { languageTextKeys } from "../../../kit/language-keys.ts";
import { Select } from "../../../kit/ui/select.tsx";
import { useReader } from "../../auth/reader.ts";
import { useMentionableMembers } from "../../conversations/members.ts";
import { TranslationEditor } from "../../translations/editor.tsx";
import styles from "./inline-translation-editor.module.css";
import { useKeepInView } from "./use-in-view.ts";
import { targetLanguagesFor } from "./writable-languages.ts";

/**
 * The language into which the reader has chosen to translate, by the id of the message. The choice stays while the row
 * is scrolled out of view.
 */
const chosenLanguages = new Map<string, Language>();

interface WriteInPlaceProps {
  message: Message;
  /** If `true`, the editor gets the focus. If `free`, it gets the focus only if no other element has it. */
  autoFocus: true | "free";
  /**
   * The language with which the reader has just opened the editor. Undefined if the reader has not chosen one, or if
   * the editor is only rendered again after scrolling.
   */
  requestedLanguage: Language | undefined;
  onOpen: () => void;
  onEnd: () => void;
}

/** The editor of a translation, shown below the message. */
export function InlineTranslationEditor({
  message,
  autoFocus,
  requestedLanguage,
  onOpen,
  onEnd,
}: WriteInPlaceProps) {
  const { t } = useTranslation(["translations", "common"]);
  const options = targetLanguagesFor(message, useReader(), useMentionableMembers(message.conversation_id));
  const [chosenLanguage, setChosen] = useState(requestedLanguage ?? chosenLanguages.get(message.id));
  /**
   * The initial focus of the editor, as in `autoFocus`. False after the reader has chosen another language, because the
   * language field keeps the focus.
   */
  const [editorFocus, setEditorFocus] = useState<true | "free" | false>(autoFocus);
  const language = options.find((option) => option === chosenLanguage) ?? options[0];
  const reportEditorOpened = useEffectEvent(() => {
    if (requestedLanguage) chooseLanguage(requestedLanguage);
    onOpen();
  });
  useEffect(() => reportEditorOpened(), []);
  const form = useRef<HTMLDivElement>(null);
  useKeepInView(form);

  function chooseLanguage(option: Language): void {
    chosenLanguages.set(message.id, option);
    setChosen(option);
  }

  function endWriting(): void {
    chosenLanguages.delete(message.id);
    onEnd();
  }
  if (!language) return null;
  return (
    <div ref={form} className={styles.form}>
      {options.length > 1 && (
        <Select
          className={styles.languages ?? ""}
          aria-label={t("languageOfText")}
          value={language}
          onChange={({ currentTarget }) => {
            const option = options.find((languageOption) => languageOption === currentTarget.value);
            if (!option) return;
            chooseLanguage(option);
            setEditorFocus(false);
          }}
        >
          {options.map((option) => (
            <option key={option} value={option}>
              {t("intoOne", { language: t(`common:${languageTextKeys[option]}`) })}
            </option>
          ))}
        </Select>
      )}
      <TranslationEditor
        key={language}
        message={message}
        language={language}
        translation={message.translations?.find((translation) => translation.language === language)}
        autoFocus={editorFocus}
        // Close the editor after the save, unless the reader has meanwhile chosen another language in it.
        onDone={() => (chosenLanguages.get(message.id) ?? language) === language && endWriting()}
        onCancel={endWriting}
      />
    </div>
  );
}
