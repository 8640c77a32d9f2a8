import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { CheckWarning } from "@kakehashi/contract/translation-checks/check";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import { type ReactNode, type Ref, use, useEffect, useEffectEvent, useImperativeHandle, useRef } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { languageTextKeys } from "../../kit/language-keys.ts";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useReader } from "../auth/reader.ts";
import { CheckWarningList, useTranslationChecks } from "./checks.tsx";
import type { TranslationDraft } from "./device-draft.ts";
import { findTranslationChangeByOthers, initialDraftOf, plainTextOf } from "./draft.ts";
import { DraftProblemNotes } from "./draft-problem-notes.tsx";
import { rememberRoomOfMessage } from "./drafts-in-room.ts";
import styles from "./editor.module.css";
import { MarkedField } from "./marked-field.tsx";
import { IsSentWhenSavedContext } from "./sent-when-saved.ts";
import { addSpacesAround } from "./spaced.ts";
import type { TranslationEditorHandle } from "./translation-editor-handle.ts";
import { useClaim } from "./use-claim.ts";
import { useIsClaimValid } from "./use-claim-holds.ts";
import { useSubmitTranslation } from "./use-submit.ts";
import { useTranslationDraft } from "./use-translation-draft.ts";
import { warnedRangesOf } from "./warned-places.ts";

interface TranslationEditorProps {
  message: Message;
  language: Language;
  translation: MessageTranslation | null | undefined;
  onDone: () => void;
  /** Closes the editor. The draft stays. */
  onCancel?: () => void;
  /** Whether the text field gets the focus when it appears. `free` means: only if no other element has it. */
  autoFocus?: boolean | "free";
  /** Whether the writer may save. False if they no longer know both languages. Their typed text stays. */
  maySave?: boolean;
  /** Called with the warnings of the automatic checks whenever the warnings change. */
  onWarnings?: (warnings: readonly CheckWarning[]) => void;
  ref?: Ref<TranslationEditorHandle>;
  children?: ReactNode;
}

/**
 * The editor of a translation. It stores a draft in the browser and on the server until the text is saved. The React
 * key must contain the message and the language.
 */
export function TranslationEditor({
  message,
  language,
  translation,
  onDone,
  onCancel,
  autoFocus = false,
  maySave = true,
  onWarnings,
  ref,
  children,
}: TranslationEditorProps) {
  const { t } = useTranslation(["translations", "common"]);
  const { userId } = useReader();
  const { id: mid, content, revision } = message;
  useEffect(() => rememberRoomOfMessage(message), [message]);
  // Before the writer types, the editor shows the saved translation, even if somebody else changes it meanwhile.
  const [{ draft: typedDraft, setAside }, draftSync] = useTranslationDraft(userId, mid, language);
  const draft = typedDraft ?? initialDraftOf(message, translation);
  const field = useRef<HTMLTextAreaElement>(null);
  const { text } = draft;
  /** Whether the text that is being inserted comes from the translation memory. Null if nothing is being inserted. */
  const isInsertedFromMemory = useRef<boolean | null>(null);
  const isOriginalNewer = draft.revision !== revision;
  const replacement = typedDraft && findTranslationChangeByOthers(typedDraft, translation, userId);
  const checkedText = useTranslationChecks({
    original: content,
    translation: text,
    sourceLanguage: message.language,
    targetLanguage: language,
    conversationId: message.conversation_id,
  });
  const { warnings } = checkedText;
  const reportWarnings = useEffectEvent((currentWarnings: readonly CheckWarning[]) =>
    onWarnings?.(currentWarnings),
  );
  useEffect(() => reportWarnings(warnings), [warnings]);
  const isSent = use(IsSentWhenSavedContext)(mid, language);
  const claim = useClaim(userId, mid, language, translation);
  const { save, busy, isLate, clearLateError } = useSubmitTranslation({
    message,
    language,
    draft,
    sync: draftSync,
    claim,
    warnings,
    maySave,
  });
  const claimant = translation?.claimed_by ?? null;
  const isClaimedByOther =
    useIsClaimValid(translation?.claimed_at) && claimant !== null && claimant !== userId;

  const focusField = useEffectEvent(() => {
    const isNothingFocused = document.activeElement === null || document.activeElement === document.body;
    if (autoFocus === true || (autoFocus === "free" && isNothingFocused))
      field.current?.focus({ preventScroll: true });
  });
  useEffect(() => focusField(), []);

  /** Replaces the text as if it were typed, so that the browser's undo restores the former text. */
  function replaceText(newText: string, isFromMemory = false): void {
    const textArea = field.current;
    // Insert nothing during a save, because the text would be deleted together with the draft.
    if (!textArea || busy) return;
    isInsertedFromMemory.current = isFromMemory;
    textArea.focus();
    textArea.select();
    if (!document.execCommand("insertText", false, newText)) change({ ...draft, text: newText });
    isInsertedFromMemory.current = null;
  }

  function insertTerm(term: string): void {
    const textArea = field.current;
    if (!textArea || busy) return;
    textArea.focus();
    const termWithSpaces = addSpacesAround(term, textArea, language);
    if (!document.execCommand("insertText", false, termWithSpaces)) {
      textArea.setRangeText(termWithSpaces);
      change({ ...draft, text: textArea.value });
    }
  }

  useImperativeHandle(ref, () => ({
    replaceText,
    insertTerm,
    focus: () => field.current?.focus(),
    isChanged: typedDraft !== null,
    save,
    claim: claim.take,
    releaseOwnClaim: claim.releaseOwnClaim,
  }));

  function change(newDraft: TranslationDraft): void {
    clearLateError();
    const isTextUnchanged = newDraft.text === plainTextOf(translation);
    const fromMemory = newDraft.text !== "" && (isInsertedFromMemory.current ?? newDraft.fromMemory === true);
    const changedDraft = isTextUnchanged ? null : { ...newDraft, fromMemory };
    draftSync.change(changedDraft);
    if (changedDraft) claim.renew();
    else claim.release();
  }

  /** Discards the draft of the translation. The saved translation stays. */
  function discard(): void {
    clearLateError();
    draftSync.change(null);
    claim.release();
    field.current?.focus();
  }

  async function saveAndCloseEditor(): Promise<void> {
    if (!(await save())) return;
    toast(t(isSent ? "sentToCustomer" : "saved"));
    onDone();
  }

  return (
    <form
      className={styles.editor}
      data-focus-layer
      onSubmit={(event) => {
        event.preventDefault();
        void saveAndCloseEditor();
      }}
    >
      <DraftProblemNotes
        language={language}
        isClaimedByOther={isClaimedByOther}
        wasRefusedAsLate={isLate}
        isOriginalNewer={isOriginalNewer}
        changeByOthers={replacement}
        savedText={plainTextOf(translation)}
        onDiscard={discard}
        onContinue={() => change({ ...draft, revision, version: translation?.version ?? 0 })}
        setAside={setAside}
        onUseOtherDeviceText={() => {
          // A running save forbids inserting the text. So keep the other device's text beside the field.
          if (busy) return;
          replaceText(setAside);
          draftSync.dismissOtherDeviceText();
        }}
        onDismissOtherDeviceText={draftSync.dismissOtherDeviceText}
      />
      <MarkedField
        ref={field}
        markedText={{
          text: checkedText.plainText,
          ranges: warnedRangesOf(checkedText.warnings, "translation", checkedText.content),
        }}
        lang={language}
        rows={4}
        value={text}
        readOnly={busy}
        aria-label={t("translationInto", { language: t(`common:${languageTextKeys[language]}`) })}
        placeholder={t("translationInto", { language: t(`common:${languageTextKeys[language]}`) })}
        onChange={({ currentTarget }) => change({ ...draft, text: currentTarget.value })}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
            event.preventDefault();
            void saveAndCloseEditor();
          }
        }}
      />
      <div className={styles.foot}>
        {children}
        {onCancel && (
          <Button size="sm" kind="quiet" onClick={onCancel}>
            {t("common:cancel")}
          </Button>
        )}
        <Button
          size="sm"
          kind="primary"
          type="submit"
          loading={busy}
          disabled={!maySave || text.trim() === "" || isOriginalNewer || replacement !== null}
        >
          {t(isSent ? "sendToCustomer" : "save")}
        </Button>
      </div>
      {/* The warnings are below the Save button, so that the button does not move when they appear. */}
      <CheckWarningList warnings={checkedText.warnings} />
    </form>
  );
}
