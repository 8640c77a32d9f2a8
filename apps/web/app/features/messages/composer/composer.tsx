import { isLanguage, type Language } from "@kakehashi/contract/languages";
import { replaceNamesByMentions } from "@kakehashi/contract/mentions";
import { maximumMessageLength } from "@kakehashi/contract/message-text";
import type { UserSummary } from "@kakehashi/contract/users";
import { IconArrowUp } from "@tabler/icons-react";
import { type KeyboardEvent, memo, type Ref, Suspense, useId, useImperativeHandle, useRef } from "react";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { toastError } from "../../../kit/toast.ts";
import { Button } from "../../../kit/ui/button.tsx";
import { TextWithKeys } from "../../../kit/ui/kbd.tsx";
import { createLazyComponent, EmptyLoadFailedFallback, LoadFailedToast } from "../../../kit/ui/part.tsx";
import { EmojiButton } from "../../emojis/button.tsx";
import { AttachButton } from "../../files/attaching.tsx";
import { useAttachments } from "../../files/attachments.ts";
import type { MessageFilesToSend } from "../../files/send-with-files.ts";
import { parseChatKey } from "../state/chat-key.ts";
import { removeSentText, useDraft } from "../state/drafts.ts";
import { switchEnterSends, useEnterSends } from "../state/enter-sends.ts";
import { useTypingSignal } from "../state/typing.ts";
import { CharacterCounter } from "./character-counter.tsx";
import styles from "./composer.module.css";
import { ComposerField, type FieldHandle, textLengthOf } from "./field.tsx";
import { useFocusOnOpen } from "./use-first-focus.ts";
import { toastRefusedFile, useSendAfterUpload } from "./use-send-after-upload.ts";

export interface ComposerHandle extends Pick<FieldHandle, "focus" | "append"> {
  attachFiles(files: File[]): void;
}

interface ComposerProps {
  ref?: Ref<ComposerHandle>;
  /** The key of the conversation or thread that gets the message. */
  chatKey: string;
  placeholder: string;
  people: readonly UserSummary[];
  userId: string;
  /** The language that the writer reads and writes. */
  ownLanguage: Language;
  /** The readers of the text. Undefined if all of `people` read it. */
  readers?: readonly UserSummary[] | undefined;
  /** Whether a customer reads the text. */
  isForCustomer?: boolean;
  isNote?: boolean;
  /**
   * Sends the message. For a message with files, the returned promise resolves when the browser has stored the files.
   */
  onSend: (
    content: string,
    files: MessageFilesToSend,
    language: Language | undefined,
  ) => Promise<void> | undefined;
  /** Edits the writer's last message. Called when the up arrow is pressed in the empty field. */
  onEditLast: () => void;
}

// Load the attachments and the writing aids after the messages, because they are needed only when somebody writes or
// attaches a file.
const AttachmentTray = createLazyComponent(
  async () => (await import("../../files/tray.tsx")).AttachmentTray,
  LoadFailedToast,
);
const WritingAids = createLazyComponent(
  async () => (await import("./writing-aids.tsx")).WritingAids,
  EmptyLoadFailedFallback,
);

/**
 * The keys of chats whose message with files is being stored in the browser. During that time the message stays in the
 * composer, and it cannot be sent a second time.
 */
const chatKeysBeingStored = new Set<string>();

/**
 * The field where a message is written, with its buttons. Use `chatKey` as the React key. The component is memoised, so
 * that new messages do not render it again.
 */
export const MessageComposer = memo(function Composer({
  ref,
  chatKey,
  placeholder,
  people,
  userId,
  ownLanguage,
  readers = people,
  isForCustomer = false,
  isNote = false,
  onSend,
  onEditLast,
}: ComposerProps) {
  const { t, i18n } = useTranslation(["messages", "common"]);
  const language = isLanguage(i18n.language) ? i18n.language : "en";
  const { id: roomId } = parseChatKey(chatKey);
  const attachments = useAttachments(chatKey, roomId, language);
  const [content, changeDraft] = useDraft(chatKey);
  const sendsByEnter = useEnterSends();
  const signalTyping = useTypingSignal(chatKey);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<FieldHandle>(null);
  const hintId = useId();
  const length = textLengthOf(content);
  const hasContent = content.trim() !== "" || attachments.list.length > 0;
  const canSend = hasContent && length <= maximumMessageLength;
  const { uploadingCount, refusedAttachment } = attachments;
  const pendingSend = useSendAfterUpload({
    uploadCount: uploadingCount,
    refusedFile: refusedAttachment,
    canSend,
    send: sendNow,
  });

  useImperativeHandle(
    ref,
    () => ({
      focus: () => field.current?.focus(),
      append: (text) => field.current?.append(text),
      attachFiles: attachments.add,
    }),
    [attachments.add],
  );

  useFocusOnOpen(form, field);

  function submit(): void {
    if (!canSend) return;
    if (refusedAttachment) toastRefusedFile(refusedAttachment, t);
    else if (uploadingCount > 0) pendingSend.startWaiting();
    else sendNow();
  }

  function sendNow(): void {
    if (chatKeysBeingStored.has(chatKey)) return;
    const area = form.current?.querySelector("textarea");
    const language = area?.dataset.language;
    const storingPromise = onSend(
      replaceNamesByMentions(content.trim(), people),
      attachments.messageFiles(),
      isLanguage(language) ? language : undefined,
    );
    delete area?.dataset.language;
    // Focus the field again, unless the writer has meanwhile moved to another field.
    if (!document.activeElement?.closest("[data-busy]")) field.current?.focus();
    if (!storingPromise) {
      attachments.clear();
      changeDraft("");
      return;
    }
    chatKeysBeingStored.add(chatKey);
    void storingPromise.then(() => {
      chatKeysBeingStored.delete(chatKey);
      attachments.clear();
      removeSentText(chatKey, content);
    });
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key !== "ArrowUp" || content !== "" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEditLast();
  }

  return (
    <form
      ref={form}
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {attachments.list.length > 0 && (
        <Suspense fallback={null}>
          <AttachmentTray
            list={attachments.list}
            onRemove={(key) => {
              pendingSend.cancel();
              attachments.remove(key);
            }}
            onRetry={attachments.retry}
          />
        </Suspense>
      )}
      <div className={styles.fieldBox} data-note={isNote || undefined}>
        <AttachButton
          onFiles={(files) => {
            attachments.add(files);
            // Focus the field after files were chosen, so that Enter sends them. Not on a phone, where the keyboard
            // would cover the files.
            if (matchMedia("(hover: hover)").matches) field.current?.focus();
          }}
        />
        <ComposerField
          ref={field}
          content={content}
          onChange={(value) => {
            pendingSend.cancel();
            changeDraft(value);
            if (value.trim() !== "") signalTyping();
          }}
          onSubmit={submit}
          onKey={onKey}
          roomId={roomId}
          people={people}
          label={placeholder}
          describedBy={hintId}
          enterSends={sendsByEnter}
        />
        <EmojiButton label={t("emoji")} onPick={(type) => field.current?.insert(type)} />
        <button
          type="submit"
          className={styles.send}
          aria-label={t("send")}
          aria-disabled={!canSend}
          data-ready={canSend || undefined}
        >
          <IconArrowUp size={20} stroke={2} aria-hidden="true" />
        </button>
      </div>
      {pendingSend.waits && (
        <p className={styles.waiting} role="status">
          {t("waitsForFiles", { count: uploadingCount })}
          <Button size="xs" kind="quiet" onClick={pendingSend.cancel}>
            {t("common:cancel")}
          </Button>
        </p>
      )}
      <div className={styles.foot}>
        <Suspense fallback={<span />}>
          <WritingAids
            roomId={roomId}
            people={readers}
            isForCustomer={isForCustomer}
            userId={userId}
            ownLanguage={ownLanguage}
            content={content}
          />
        </Suspense>
        <button
          type="button"
          className={styles.hint}
          id={hintId}
          title={t("switchEnter")}
          onClick={() => switchEnterSends().catch(toastError)}
        >
          <TextWithKeys text={t(sendsByEnter ? "hint" : "hintCtrl")} />
        </button>
        <CharacterCounter length={length} />
      </div>
    </form>
  );
});
