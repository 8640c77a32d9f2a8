import type { Language } from "@kakehashi/contract/languages";
import { withMentions, withPlainMentions } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import {
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../kit/api-error.ts";
import { languageKeys } from "../../kit/language-keys.ts";
import { toast, toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { confirm } from "../../kit/ui/confirm.tsx";
import { useReader } from "../auth/reader.ts";
import { Checks, peopleIn } from "./checks.tsx";
import { draftOf, keepDraft, type TranslationDraft } from "./draft.ts";
import styles from "./editor.module.css";
import { claim, releaseClaim, submit } from "./queries.ts";

/** Milliseconds between two heartbeats that tell the server that somebody is still translating. */
const heartbeatMs = 5 * 60_000;

/** What other components can do with the editor's text. */
export interface TranslationField {
  /** Replaces the text as if it were typed, so that Ctrl+Z brings the old one back. */
  insertText(text: string): void;
}

interface Props {
  message: Message;
  language: Language;
  translation: MessageTranslation | null | undefined;
  /** Called after the text was saved. */
  onDone: () => void;
  /** Closes the editor. The draft is kept. */
  onCancel?: () => void;
  autoFocus?: boolean;
  ref?: Ref<TranslationField>;
  children?: ReactNode;
}

/**
 * The editor of a translation. The draft stays in this browser until it is saved. Use the unit as React key.
 */
export function TranslationEditor({
  message,
  language,
  translation,
  onDone,
  onCancel,
  autoFocus = false,
  ref,
  children,
}: Props) {
  const { t } = useTranslation(["translations", "common"]);
  const { userId } = useReader();
  const { id: mid, content, revision } = message;
  // Until the writer types something, the editor shows the current translation, also when that changes.
  const [typedDraft, setTypedDraft] = useState<TranslationDraft | null>(() => draftOf(userId, mid, language));
  const draft = typedDraft ?? startOf(message, translation);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const { text } = draft;
  const isNewer = draft.revision !== revision;
  const isReplaced = draft.version !== (translation?.version ?? 0);
  useClaim(mid, language, typedDraft !== null);

  const focus = useEffectEvent(() => {
    if (autoFocus) field.current?.focus({ preventScroll: true });
  });
  useEffect(() => focus(), []);

  useImperativeHandle(ref, () => ({
    insertText(text) {
      const area = field.current;
      if (!area) return;
      area.focus();
      area.select();
      if (!document.execCommand("insertText", false, text)) change({ ...draft, text });
    },
  }));

  function change(newDraft: TranslationDraft): void {
    const changed = newDraft.text === textOf(translation) ? null : newDraft;
    setTypedDraft(changed);
    keepDraft(userId, mid, language, changed);
  }

  async function save(confirmed = false): Promise<void> {
    if (busy || text.trim() === "") return;
    setBusy(true);
    try {
      await submit(mid, language, {
        content: withMentions(text.trim(), peopleIn(content)),
        version: draft.version,
        revision: draft.revision,
        confirmed,
      });
      keepDraft(userId, mid, language, null);
      toast(t("saved"));
      onDone();
    } catch (error) {
      if (!(await isConfirmed(error))) return;
      await save(true);
    } finally {
      setBusy(false);
    }
  }

  /** Asks whether to save in spite of the server's warning. Any other error is shown as a toast. */
  async function isConfirmed(error: unknown): Promise<boolean> {
    if (!(error instanceof ApiError && error.code === "TRANSLATION.WARNED")) {
      toastError(error);
      return false;
    }
    return confirm({
      title: t("warnedTitle"),
      text: Object.values(error.fields)[0] ?? error.message,
      action: t("saveAnyway"),
    });
  }

  return (
    <form
      className={styles.editor}
      data-focus-layer
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {(isNewer || isReplaced) && (
        <div className={styles.changed} role="status">
          <p>{t(isNewer ? "originalChanged" : "textChanged")}</p>
          {!isNewer && <blockquote>{textOf(translation)}</blockquote>}
          <Button
            size="xs"
            onClick={() => change({ ...draft, revision, version: translation?.version ?? 0 })}
          >
            {t("goOn")}
          </Button>
        </div>
      )}
      <textarea
        ref={field}
        className={styles.field}
        lang={language}
        rows={4}
        value={text}
        aria-label={t("translationInto", { language: t(`common:${languageKeys[language]}`) })}
        placeholder={t("translationInto", { language: t(`common:${languageKeys[language]}`) })}
        onChange={({ currentTarget }) => change({ ...draft, text: currentTarget.value })}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
            event.preventDefault();
            void save();
          }
        }}
      />
      <Checks
        original={content}
        translation={text}
        sourceLanguage={message.language}
        targetLanguage={language}
        conversationId={message.conversation_id}
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
          disabled={text.trim() === "" || isNewer || isReplaced}
        >
          {t("save")}
        </Button>
      </div>
    </form>
  );
}

const textOf = (translation: MessageTranslation | null | undefined) =>
  withPlainMentions(translation?.content ?? "");

const startOf = (
  { revision }: Message,
  translation: MessageTranslation | null | undefined,
): TranslationDraft => ({ text: textOf(translation), version: translation?.version ?? 0, revision });

/**
 * Claims the translation from the first change on, so that others see who translates it, and releases it at
 * the end.
 */
function useClaim(mid: string, language: Language, isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    const sendClaim = () => void claim(mid, language).catch(() => undefined);
    sendClaim();
    const heartbeatTimer = setInterval(sendClaim, heartbeatMs);
    return () => {
      clearInterval(heartbeatTimer);
      // After a save the server has ended the claim itself, and a failed release does not matter.
      void releaseClaim(mid, language).catch(() => undefined);
    };
  }, [mid, language, isChanged]);
}
