import type { Message } from "@kakehashi/contract/messages";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import { type ReactNode, Suspense, use, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadTexts } from "../../../i18n/browser.ts";
import { TranslationState } from "../../../kit/ui/badge.tsx";
import { useWasEverOpened } from "../../../kit/ui/open-when-loaded.ts";
import { LoadFailedDialog, LoadFailedToast, lazyPart } from "../../../kit/ui/part.tsx";
import { useReader } from "../../auth/reader.ts";
import { useNameInLine } from "../../profiles/other-name.tsx";
import { usePerson } from "../../profiles/people.ts";
import { useMessageActions } from "../state/use-message-actions.ts";
import { FoldableText } from "./foldable-text.tsx";
import { KeepPositionContext } from "./keep-position.ts";
import styles from "./translation-line.module.css";

/** Loads the texts of the dialogs that open from a line. */
const withTexts = async <T,>(code: Promise<T>): Promise<T> =>
  (await Promise.all([code, loadTexts("translations")]))[0];
// Loaded on demand: few people write a translation or request another one.
const TranslationEditor = lazyPart(
  async () => (await withTexts(import("../../translations/editor.tsx"))).TranslationEditor,
  MissingEditor,
);
const AskAgain = lazyPart(
  async () => (await withTexts(import("../../translations/ask-again.tsx"))).AskAgain,
  LoadFailedDialog,
);

/**
 * Ids of messages where the reader showed or hid the original. A row that is scrolled out of sight and back
 * stays as it was.
 */
const toggledIds = new Set<string>();

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
  const [isAsking, setIsAsking] = useState(false);
  const isDialogWanted = useWasEverOpened(isAsking);
  const ownTranslation = useOwnTranslation(message);
  const keepPosition = use(KeepPositionContext);
  const lineElement = useRef<HTMLDivElement>(null);
  const [isToggled, setIsToggled] = useState(() => toggledIds.has(message.id));
  const { id, content, language, revision } = message;
  const { state, origin, user_id } = translation;
  const isOutdated = translation.revision !== revision;
  // An outdated translation may mislead, so the original is shown with it.
  const showsOriginalByDefault = originals || isOutdated;
  const showsOriginal = showsOriginalByDefault !== isToggled;

  function toggleOriginal(): void {
    const row = lineElement.current?.closest("article");
    if (row) keepPosition(row);
    if (isToggled) toggledIds.delete(id);
    else toggledIds.add(id);
    setIsToggled(!isToggled);
  }
  return (
    <>
      <div
        className={showsOriginal && originals ? styles.withOriginal : undefined}
        data-stale={isOutdated || undefined}
      >
        {children}
        {showsOriginal && (
          <div className={styles.original} lang={language}>
            <FoldableText id={`${id} original`} content={content} />
          </div>
        )}
      </div>
      <div ref={lineElement} className={styles.stateLine}>
        <TranslationState state={state} />
        {isOutdated && <span>{t("originalChanged")}</span>}
        {origin === "MEMORY" && <span>{t("fromMemory")}</span>}
        {origin === "PERSON" && user_id !== null && <TranslatorName userId={user_id} />}
        <button
          type="button"
          className={styles.textButton}
          aria-expanded={showsOriginal}
          onClick={toggleOriginal}
        >
          {t(showsOriginal ? "hideOriginal" : "showOriginal")}
        </button>
        {showsOriginal && state !== "NEEDS_RETRANSLATION" && (
          <button type="button" className={styles.textButton} onClick={() => setIsAsking(true)}>
            {t("askAgain")}
          </button>
        )}
        {ownTranslation.may && (
          <button type="button" className={styles.textButton} onClick={ownTranslation.startWriting}>
            {t("edit")}
          </button>
        )}
      </div>
      {ownTranslation.isOpen && (
        <TranslationInPlace message={message} translation={translation} onEnd={ownTranslation.stopWriting} />
      )}
      {isDialogWanted && (
        <Suspense fallback={null}>
          <AskAgain
            message={message}
            language={translation.language}
            opened={isAsking}
            onClose={() => setIsAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function TranslatorName({ userId }: { userId: string }) {
  const nameOf = useNameInLine();
  const person = usePerson(userId);
  return person && <span>{nameOf(person)}</span>;
}

/**
 * Below a message in a language that the reader may not know: says that its translation is on its way, or
 * offers to request one.
 */
export function Untranslated({ message }: { message: Message }) {
  const { t } = useTranslation("messages");
  const { language } = useReader();
  const messageActions = useMessageActions();
  const ownTranslation = useOwnTranslation(message);
  const requested = message.translations?.find((translation) => translation.language === language);
  return (
    <>
      <div className={styles.stateLine}>
        {requested ? (
          <>
            <TranslationState state="NEEDS_TRANSLATION" />
            {requested.claimed_by && <BeingTranslated userId={requested.claimed_by} />}
          </>
        ) : (
          <button type="button" className={styles.requestButton} onClick={() => messageActions.ask(message)}>
            {t("askTranslation")}
          </button>
        )}
        {ownTranslation.may && (
          <button type="button" className={styles.textButton} onClick={ownTranslation.startWriting}>
            {t("translateHere")}
          </button>
        )}
      </div>
      {ownTranslation.isOpen && (
        <TranslationInPlace message={message} translation={requested} onEnd={ownTranslation.stopWriting} />
      )}
    </>
  );
}

/** Whether the reader may write the translation into their own language, and whether they are writing it. */
function useOwnTranslation({ language: sourceLanguage }: Message) {
  const { languages, language } = useReader();
  const [isOpen, setOpen] = useState(false);
  const canWrite = !isOpen && languages.includes(sourceLanguage) && languages.includes(language);
  return { may: canWrite, isOpen, startWriting: () => setOpen(true), stopWriting: () => setOpen(false) };
}

/** Ends the writing if the code of its editor fails to load. */
function MissingEditor({ onDone }: { onDone: () => void }): ReactNode {
  const onLoadFailed = useEffectEvent(onDone);
  useEffect(() => onLoadFailed(), []);
  return <LoadFailedToast />;
}

interface InPlaceProps {
  message: Message;
  translation: MessageTranslation | undefined;
  onEnd: () => void;
}

/** The editor of a translation in the place where it will be read. */
function TranslationInPlace({ message, translation, onEnd }: InPlaceProps) {
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

function BeingTranslated({ userId }: { userId: string }) {
  const { t } = useTranslation("messages");
  const nameOf = useNameInLine();
  const person = usePerson(userId);
  return person && <span>{t("isTranslating", { name: nameOf(person) })}</span>;
}
