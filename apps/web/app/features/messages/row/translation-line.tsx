import type { Message } from "@kakehashi/contract/messages";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import { type ReactNode, use, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { TranslationState } from "../../../kit/ui/badge.tsx";
import { useReader } from "../../auth/reader.ts";
import { usePerson } from "../../profiles/people.ts";
import { shortName } from "../../profiles/short-name.ts";
import { useMessageActions } from "../state/use-message-actions.ts";
import { KeepPlaceContext } from "./folded.tsx";
import { MessageText } from "./message-text.tsx";
import styles from "./translation-line.module.css";

/** Messages whose original was asked for, or put away: a row that is scrolled out of sight and back stays as it was. */
const turned = new Set<string>();

interface TranslatedProps {
  message: Message;
  translation: MessageTranslation;
  /** The translation's words. */
  children: ReactNode;
}

/** A message in its reader's language: the words, where they are from and how far they are, and the original. */
export function Translated({ message, translation, children }: TranslatedProps) {
  const { t } = useTranslation("messages");
  const { originals } = useReader();
  const keepPlace = use(KeepPlaceContext);
  const line = useRef<HTMLDivElement>(null);
  const [isTurned, setTurned] = useState(() => turned.has(message.id));
  const { id, content, language, revision } = message;
  const { state, origin, user_id } = translation;
  const stale = translation.revision !== revision;
  // What may mislead is never read without the words that count.
  const usual = originals || stale;
  const open = usual !== isTurned;

  function turn(): void {
    const row = line.current?.closest("article");
    if (row) keepPlace(row);
    if (isTurned) turned.delete(id);
    else turned.add(id);
    setTurned(!isTurned);
  }
  return (
    <>
      <div className={open && originals ? styles.both : undefined} data-stale={stale || undefined}>
        {children}
        {open && (
          <div className={styles.original} lang={language}>
            <MessageText content={content} />
          </div>
        )}
      </div>
      <div ref={line} className={styles.line}>
        <TranslationState state={state} />
        {stale && <span>{t("originalChanged")}</span>}
        {origin === "MEMORY" && <span>{t("fromMemory")}</span>}
        {origin === "PERSON" && user_id !== null && <By userId={user_id} />}
        <button type="button" className={styles.act} aria-expanded={open} onClick={turn}>
          {t(open ? "hideOriginal" : "showOriginal")}
        </button>
      </div>
    </>
  );
}

function By({ userId }: { userId: string }) {
  const person = usePerson(userId);
  return person && <span>{shortName(person.name)}</span>;
}

/** Below a message that its reader may not read: that its translation is on its way, else a way to ask for one. */
export function Untranslated({ message }: { message: Message }) {
  const { t } = useTranslation("messages");
  const { language } = useReader();
  const acts = useMessageActions();
  const asked = message.translations?.find((one) => one.language === language);
  return (
    <div className={styles.line}>
      {asked || message.bookmarked ? (
        <>
          <TranslationState state="NEEDS_TRANSLATION" />
          {asked?.claimed_by && <Translating userId={asked.claimed_by} />}
        </>
      ) : (
        <button type="button" className={styles.ask} onClick={() => acts.ask(message)}>
          {t("askTranslation")}
        </button>
      )}
    </div>
  );
}

function Translating({ userId }: { userId: string }) {
  const { t } = useTranslation("messages");
  const person = usePerson(userId);
  return person && <span>{t("isTranslating", { name: shortName(person.name) })}</span>;
}
