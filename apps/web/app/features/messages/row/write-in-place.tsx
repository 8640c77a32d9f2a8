import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { languageKeys } from "../../../kit/language-keys.ts";
import { Select } from "../../../kit/ui/select.tsx";
import { useReader } from "../../auth/reader.ts";
import { useMentionableMembers } from "../../conversations/members.ts";
import { TranslationEditor } from "../../translations/editor.tsx";
import { useKeepInView } from "./use-in-view.ts";
import { writableLanguages } from "./writable-languages.ts";
import styles from "./write-in-place.module.css";

/** The language that the reader chose for a message. It stays when the row is scrolled out of sight and back. */
const chosenLanguages = new Map<string, Language>();

interface Props {
  message: Message;
  /** When the editor takes the focus: always, or only if nothing else has the focus. */
  autoFocus: true | "free";
  /** The language that the reader asked for when they opened the editor. */
  requestedLanguage: Language | undefined;
  /** Called when the editor has appeared. */
  onOpen: () => void;
  onEnd: () => void;
}

/** The editor of a translation below its message, where it will be read. */
export function WriteInPlace({ message, autoFocus, requestedLanguage, onOpen, onEnd }: Props) {
  const { t } = useTranslation(["translations", "common"]);
  const options = writableLanguages(message, useReader(), useMentionableMembers(message.conversation_id));
  const [chosen, setChosen] = useState(requestedLanguage ?? chosenLanguages.get(message.id));
  /** Choosing another language opens another editor, which must not take the focus. */
  const [focus, setFocus] = useState<true | "free" | false>(autoFocus);
  const language = options.find((option) => option === chosen) ?? options[0];
  const reportOpen = useEffectEvent(() => {
    if (requestedLanguage) chooseLanguage(requestedLanguage);
    onOpen();
  });
  useEffect(() => reportOpen(), []);
  const form = useRef<HTMLDivElement>(null);
  useKeepInView(form);

  function chooseLanguage(option: Language): void {
    chosenLanguages.set(message.id, option);
    setChosen(option);
  }

  function end(): void {
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
            const option = options.find((one) => one === currentTarget.value);
            if (!option) return;
            chooseLanguage(option);
            setFocus(false);
          }}
        >
          {options.map((option) => (
            <option key={option} value={option}>
              {t("intoOne", { language: t(`common:${languageKeys[option]}`) })}
            </option>
          ))}
        </Select>
      )}
      <TranslationEditor
        key={language}
        message={message}
        language={language}
        translation={message.translations?.find((translation) => translation.language === language)}
        autoFocus={focus}
        // While the translation was being saved, the reader may have chosen another language. The editor of that
        // language stays open.
        onDone={() => (chosenLanguages.get(message.id) ?? language) === language && end()}
        onCancel={end}
      />
    </div>
  );
}
