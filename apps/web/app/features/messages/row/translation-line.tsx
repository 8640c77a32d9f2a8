import { isSaidByBot } from "@kakehashi/contract/askable";
import type { Message } from "@kakehashi/contract/messages";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import { type ReactNode, Suspense, use, useRef, useState } from "react";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { TranslationStateLabel } from "../../../kit/ui/badge.tsx";
import { useWasEverOpened } from "../../../kit/ui/open-when-loaded.ts";
import {
  createLazyComponent,
  DialogLoadFailedToast,
  EmptyLoadFailedFallback,
} from "../../../kit/ui/part.tsx";
import { useReader } from "../../auth/reader.ts";
import { useNameInLineFormatter } from "../../profiles/name-in-other-script.tsx";
import { usePerson } from "../../profiles/people.ts";
import { useIsClaimValid } from "../../translations/use-claim-holds.ts";
import { useMessageActions } from "../state/use-message-actions.ts";
import { findCheckableTranslations } from "./checkable-translations.ts";
import { FoldableText } from "./foldable-text.tsx";
import { KeepPositionContext } from "./keep-position.ts";
import styles from "./translation-line.module.css";
import type { TranslationEditorState } from "./translation-writing.tsx";
import { TranslatorName } from "./translator-name.tsx";
import { useSetMembership } from "./use-membership.ts";
import { loadWithTranslationTexts } from "./with-texts.ts";

// The code of this dialog is loaded on demand, because few people request another translation.
const AskAgainDialog = createLazyComponent(
  async () =>
    (await loadWithTranslationTexts(import("../../translations/retranslation-request-dialog.tsx")))
      .RetranslationRequestDialog,
  DialogLoadFailedToast,
);
// The code of `FurtherLanguages` is loaded on demand, because most readers know no third language.
const FurtherLanguages = createLazyComponent(
  async () => (await import("./further-language-buttons.tsx")).FurtherLanguageButtons,
  EmptyLoadFailedFallback,
);
const LazyTranslationsForOthers = createLazyComponent(
  async () => (await import("./checkable-translations-list.tsx")).loadCheckableTranslationsList(),
  EmptyLoadFailedFallback,
);

/**
 * The messages whose original the reader has shown or hidden. The choice stays while the row is scrolled out of view. A
 * message has one choice for its current translation and another for an outdated one. So when a translation becomes
 * outdated, the message shows the original again.
 */
const toggledOriginalKeys = new Set<string>();
interface TranslatedMessageProps {
  message: Message;
  translation: MessageTranslation;
  writing: TranslationEditorState;
  /** The translated text of the message. */
  children: ReactNode;
}

/**
 * A message in the reader's language: the translation, a line with its translator and state, and the original on
 * request.
 */
export function TranslatedMessage({ message, translation, writing, children }: TranslatedMessageProps) {
  const { t } = useTranslation("messages");
  const { showsOriginalBesideTranslation: readerShowsOriginals, languages } = useReader();
  const [versionsOnRequest, setVersionsOnRequest] = useState<{ version: number; revision: number } | null>(
    null,
  );
  const wasDialogOpened = useWasEverOpened(versionsOnRequest !== null);
  const keepPosition = use(KeepPositionContext);
  const lineElement = useRef<HTMLDivElement>(null);
  const { id, content, language, revision } = message;
  const { state, origin, user_id, version } = translation;
  const isOutdated = translation.revision !== revision;
  const [isOriginalToggled, toggle] = useSetMembership(toggledOriginalKeys, `${id} ${isOutdated}`);
  // Show the original beside an outdated translation, because the translation may be wrong by now.
  const showsOriginalByDefault = readerShowsOriginals || isOutdated;
  const showsOriginal = showsOriginalByDefault !== isOriginalToggled;

  function toggleOriginal(): void {
    const row = lineElement.current?.closest("article");
    if (row) keepPosition(row);
    toggle(!isOriginalToggled);
  }
  return (
    <>
      <div
        className={showsOriginal && readerShowsOriginals ? styles.withOriginal : undefined}
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
        <TranslationStateLabel state={state} />
        {isOutdated && <span>{t("originalChanged")}</span>}
        {translation.waits_for_machine && <span>{t("waitsForMachine")}</span>}
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
        {showsOriginal && state !== "NEEDS_RETRANSLATION" && !isSaidByBot(message) && (
          <button
            type="button"
            className={styles.textButton}
            onClick={() => setVersionsOnRequest({ version, revision })}
          >
            {t("askAgain")}
          </button>
        )}
        {writing.mayOpenEditor && (
          <button type="button" className={styles.textButton} onClick={() => writing.openEditor()}>
            {t("edit")}
          </button>
        )}
        {writing.mayOpenEditor && languages.length > 2 && (
          <Suspense fallback={null}>
            <FurtherLanguages message={message} translationEditor={writing} />
          </Suspense>
        )}
      </div>
      {wasDialogOpened && (
        <Suspense fallback={null}>
          <AskAgainDialog
            message={message}
            language={translation.language}
            readVersions={versionsOnRequest ?? { version, revision }}
            opened={versionsOnRequest !== null}
            onClose={() => setVersionsOnRequest(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/**
 * Shown below a message in its original language. Lists its translations into other languages that the reader knows.
 */
export function CheckableTranslations({ message }: { message: Message }) {
  return (
    <Suspense fallback={<TranslationsPlaceholder message={message} />}>
      <LazyTranslationsForOthers message={message} />
    </Suspense>
  );
}

/** Keeps the lines of the translations free while their code loads, so that the messages do not move. */
function TranslationsPlaceholder({ message }: { message: Message }) {
  return findCheckableTranslations(message, useReader()).map(({ language }) => (
    <div key={language} className={styles.stateLine} />
  ));
}

/**
 * Shown below an original that the reader may not understand. Says that a translation is in progress, or offers to
 * request one.
 */
export function UntranslatedLine({
  message,
  writing,
}: {
  message: Message;
  writing: TranslationEditorState;
}) {
  const { t } = useTranslation("messages");
  const { ownLanguage } = useReader();
  const messageActions = useMessageActions();
  const requestedTranslation = message.translations?.find(
    (translation) => translation.language === ownLanguage,
  );
  const isClaimValid = useIsClaimValid(requestedTranslation?.claimed_at);
  return (
    <div className={styles.stateLine}>
      {requestedTranslation && !requestedTranslation.waits_for_machine && (
        <TranslationStateLabel state="NEEDS_TRANSLATION" />
      )}
      {requestedTranslation?.waits_for_machine && <span>{t("waitsForMachine")}</span>}
      {isClaimValid && requestedTranslation?.claimed_by && (
        <BeingTranslatedNote userId={requestedTranslation.claimed_by} />
      )}
      {(!requestedTranslation || requestedTranslation.waits_for_machine) && (
        <button type="button" className={styles.requestButton} onClick={() => messageActions.ask(message)}>
          {t("askTranslation")}
        </button>
      )}
      {writing.mayOpenEditor && (
        <button type="button" className={styles.textButton} onClick={() => writing.openEditor()}>
          {t("translateHere")}
        </button>
      )}
    </div>
  );
}

function BeingTranslatedNote({ userId }: { userId: string }) {
  const { t } = useTranslation("messages");
  const formatPersonName = useNameInLineFormatter();
  const reader = useReader();
  const person = usePerson(userId);
  if (userId === reader.userId) return <span>{t("youTranslate")}</span>;
  return person && <span>{t("isTranslating", { name: formatPersonName(person) })}</span>;
}
