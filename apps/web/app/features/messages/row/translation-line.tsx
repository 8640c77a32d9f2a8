import type { Message } from "@kakehashi/contract/messages";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import { type ReactNode, Suspense, use, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadTexts } from "../../../i18n/browser.ts";
import { TranslationState } from "../../../kit/ui/badge.tsx";
import { useWanted } from "../../../kit/ui/late.ts";
import { MissingDialog, MissingToast, part } from "../../../kit/ui/part.tsx";
import { useReader } from "../../auth/reader.ts";
import { usePerson } from "../../profiles/people.ts";
import { shortName } from "../../profiles/short-name.ts";
import { useMessageActions } from "../state/use-message-actions.ts";
import { FoldableText } from "./foldable-text.tsx";
import { KeepPlaceContext } from "./keep-place.ts";
import styles from "./translation-line.module.css";

/** Loads the texts of the dialogs that open from a line. */
const withTexts = async <T,>(code: Promise<T>): Promise<T> =>
  (await Promise.all([code, loadTexts("translations")]))[0];
// Loaded on demand: few people write a translation or request another one.
const TranslationEditor = part(
  async () => (await withTexts(import("../../translations/editor.tsx"))).TranslationEditor,
  MissingEditor,
);
const AskAgain = part(
  async () => (await withTexts(import("../../translations/ask-again.tsx"))).AskAgain,
  MissingDialog,
);

/**
 * Ids of messages where the reader showed or hid the original. A row that is scrolled out of sight and back
 * stays as it was.
 */
const turned = new Set<string>();

interface TranslatedProps {
  message: Message;
  translation: MessageTranslation;
  /** The translated text. */
  children: ReactNode;
}

/**
 * A message in its reader's language: the translated text, a line that says who translated it and in which
 * state it is, and the original.
 */
export function Translated({ message, translation, children }: TranslatedProps) {
  const { t } = useTranslation("messages");
  const { originals } = useReader();
  const [asking, setAsking] = useState(false);
  const wanted = useWanted(asking);
  const writing = useWriting(message);
  const keepPlace = use(KeepPlaceContext);
  const line = useRef<HTMLDivElement>(null);
  const [isTurned, setTurned] = useState(() => turned.has(message.id));
  const { id, content, language, revision } = message;
  const { state, origin, user_id } = translation;
  const stale = translation.revision !== revision;
  // An outdated translation may mislead, so the original is shown with it.
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
      <div className={open && originals ? styles.withOriginal : undefined} data-stale={stale || undefined}>
        {children}
        {open && (
          <div className={styles.original} lang={language}>
            <FoldableText id={`${id} original`} content={content} />
          </div>
        )}
      </div>
      <div ref={line} className={styles.stateLine}>
        <TranslationState state={state} />
        {stale && <span>{t("originalChanged")}</span>}
        {origin === "MEMORY" && <span>{t("fromMemory")}</span>}
        {origin === "PERSON" && user_id !== null && <By userId={user_id} />}
        <button type="button" className={styles.textButton} aria-expanded={open} onClick={turn}>
          {t(open ? "hideOriginal" : "showOriginal")}
        </button>
        {open && state !== "NEEDS_RETRANSLATION" && (
          <button type="button" className={styles.textButton} onClick={() => setAsking(true)}>
            {t("askAgain")}
          </button>
        )}
        {writing.may && (
          <button type="button" className={styles.textButton} onClick={writing.begin}>
            {t("edit")}
          </button>
        )}
      </div>
      {writing.isOpen && <InPlace message={message} translation={translation} onEnd={writing.end} />}
      {wanted && (
        <Suspense fallback={null}>
          <AskAgain
            message={message}
            language={translation.language}
            opened={asking}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function By({ userId }: { userId: string }) {
  const person = usePerson(userId);
  return person && <span>{shortName(person.name)}</span>;
}

/**
 * Below a message in a language that the reader may not know: says that its translation is on its way, or
 * offers to request one.
 */
export function Untranslated({ message }: { message: Message }) {
  const { t } = useTranslation("messages");
  const { language } = useReader();
  const acts = useMessageActions();
  const writing = useWriting(message);
  const asked = message.translations?.find((one) => one.language === language);
  return (
    <>
      <div className={styles.stateLine}>
        {asked ? (
          <>
            <TranslationState state="NEEDS_TRANSLATION" />
            {asked.claimed_by && <Translating userId={asked.claimed_by} />}
          </>
        ) : (
          <button type="button" className={styles.requestButton} onClick={() => acts.ask(message)}>
            {t("askTranslation")}
          </button>
        )}
        {writing.may && (
          <button type="button" className={styles.textButton} onClick={writing.begin}>
            {t("translateHere")}
          </button>
        )}
      </div>
      {writing.isOpen && <InPlace message={message} translation={asked} onEnd={writing.end} />}
    </>
  );
}

/** Whether the reader may write the translation into their own language, and whether they are writing it. */
function useWriting({ language: from }: Message) {
  const { languages, language } = useReader();
  const [isOpen, setOpen] = useState(false);
  const may = !isOpen && languages.includes(from) && languages.includes(language);
  return { may, isOpen, begin: () => setOpen(true), end: () => setOpen(false) };
}

/** Ends the writing if the code of its editor fails to load. */
function MissingEditor({ onDone }: { onDone: () => void }): ReactNode {
  const end = useEffectEvent(onDone);
  useEffect(() => end(), []);
  return <MissingToast />;
}

interface InPlaceProps {
  message: Message;
  translation: MessageTranslation | undefined;
  onEnd: () => void;
}

/** The editor of a translation in the place where it will be read. */
function InPlace({ message, translation, onEnd }: InPlaceProps) {
  const { language } = useReader();
  return (
    <Suspense fallback={null}>
      <TranslationEditor
        message={message}
        language={language}
        translation={translation}
        onDone={onEnd}
        onCancel={onEnd}
        autoFocus
      />
    </Suspense>
  );
}

function Translating({ userId }: { userId: string }) {
  const { t } = useTranslation("messages");
  const person = usePerson(userId);
  return person && <span>{t("isTranslating", { name: shortName(person.name) })}</span>;
}
