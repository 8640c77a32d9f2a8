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
import { claim, release, submit } from "./queries.ts";

/** Milliseconds between two words to the server that somebody is still at it. */
const heartbeatMs = 5 * 60_000;

/** What others do with the text that is being written. */
export interface TranslationField {
  /** Puts a text in its place, as if it were typed: Ctrl+Z brings the former back. */
  take(text: string): void;
}

interface Props {
  message: Message;
  language: Language;
  translation: MessageTranslation | null | undefined;
  /** The text has been saved. */
  onDone: () => void;
  /** Puts it away; what was written is kept. */
  onCancel?: () => void;
  autoFocus?: boolean;
  ref?: Ref<TranslationField>;
  children?: ReactNode;
}

/** Where a translation is written. Its words stay in this browser until they are saved; give it the unit as key. */
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
  // Until something is typed it shows what stands there, also when that changes.
  const [typed, setTyped] = useState<TranslationDraft | null>(() => draftOf(userId, mid, language));
  const draft = typed ?? startOf(message, translation);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const { text } = draft;
  const isNewer = draft.revision !== revision;
  const isReplaced = draft.version !== (translation?.version ?? 0);
  useClaim(mid, language, typed !== null);

  const focus = useEffectEvent(() => {
    if (autoFocus) field.current?.focus({ preventScroll: true });
  });
  useEffect(() => focus(), []);

  useImperativeHandle(ref, () => ({
    take(words) {
      const area = field.current;
      if (!area) return;
      area.focus();
      area.select();
      if (!document.execCommand("insertText", false, words)) change({ ...draft, text: words });
    },
  }));

  function change(now: TranslationDraft): void {
    const changed = now.text === textOf(translation) ? null : now;
    setTyped(changed);
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

  /** Whether the writer wants it saved in spite of what the server warned of; anything else is told. */
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
      <Checks original={content} translation={text} from={message.language} to={language} />
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

/** Tells everybody that it is being translated, from the first change on, and that it no longer is. */
function useClaim(mid: string, language: Language, isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    const tell = () => void claim(mid, language).catch(() => undefined);
    tell();
    const beat = setInterval(tell, heartbeatMs);
    return () => {
      clearInterval(beat);
      // After a save there is nothing left to give back: the server says so, and nobody has to hear it.
      void release(mid, language).catch(() => undefined);
    };
  }, [mid, language, isChanged]);
}
