import { isLanguage, type Language } from "@kakehashi/contract/languages";
import { withMentions } from "@kakehashi/contract/mentions";
import { maximumMessageLength } from "@kakehashi/contract/messages";
import type { UserSummary } from "@kakehashi/contract/users";
import { IconArrowUp } from "@tabler/icons-react";
import { type KeyboardEvent, memo, type Ref, useEffect, useId, useImperativeHandle, useRef } from "react";
import { useTranslation } from "react-i18next";
import { afterPaint } from "../../../kit/after-paint.ts";
import { toastError } from "../../../kit/toast.ts";
import { Button } from "../../../kit/ui/button.tsx";
import { WithKeys } from "../../../kit/ui/kbd.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { EmojiButton } from "../../emojis/button.tsx";
import { AttachButton } from "../../files/attaching.tsx";
import { useAttachments } from "../../files/attachments.ts";
import type { Parcel } from "../../files/parcel.ts";
import { Tray } from "../../files/tray.tsx";
import { useDraft } from "../state/drafts.ts";
import { switchEnterSends, useEnterSends } from "../state/enter-sends.ts";
import { placeOf } from "../state/place.ts";
import { useTyping } from "../state/typing.ts";
import styles from "./composer.module.css";
import { Field, type FieldHandle, lengthOf, warning } from "./field.tsx";
import { ReadersLine } from "./readers-line.tsx";
import { sayRefused, useWaiting } from "./use-waiting.ts";

export interface ComposerHandle extends Pick<FieldHandle, "focus" | "append"> {
  /** Puts files beside what is being written. */
  attach(files: File[]): void;
}

interface Props {
  ref?: Ref<ComposerHandle>;
  /** The conversation or thread that is written to. */
  placeKey: string;
  placeholder: string;
  people: readonly UserSummary[];
  userId: string;
  /** The language that the writer writes. */
  ownLanguage: Language;
  onSend: (content: string, parcel: Parcel) => void;
  /** The arrow upwards in an empty field: the writer's last message once more. */
  onEditLast: () => void;
}

/** Where a message is written. One per place: give it a key. Memoised: what arrives does not draw it again. */
export const Composer = memo(function Composer({
  ref,
  placeKey,
  placeholder,
  people,
  userId,
  ownLanguage,
  onSend,
  onEditLast,
}: Props) {
  const { t, i18n } = useTranslation(["messages", "common"]);
  const language = isLanguage(i18n.language) ? i18n.language : "en";
  const { id: roomId } = placeOf(placeKey);
  const attachments = useAttachments(placeKey, roomId, language);
  const [content, change] = useDraft(placeKey);
  const sendsByEnter = useEnterSends();
  const tellTyping = useTyping(placeKey);
  const own = useRef<FieldHandle>(null);
  const hint = useId();
  const length = lengthOf(content);
  const something = content.trim() !== "" || attachments.list.length > 0;
  const ready = something && length <= maximumMessageLength;
  const { underWay, refused } = attachments;
  const waiting = useWaiting({ underWay, refused, ready, send: sendNow });

  useImperativeHandle(
    ref,
    () => ({
      focus: () => own.current?.focus(),
      append: (text) => own.current?.append(text),
      attach: attachments.add,
    }),
    [attachments.add],
  );

  useEffect(() => {
    // On a phone the keyboard would cover what the reader came for.
    if (!matchMedia("(hover: hover)").matches) return;
    // Sees the messages first: to take the focus, a field has the page laid out.
    return afterPaint(() => own.current?.focus());
  }, []);

  function submit(): void {
    if (!ready) return;
    if (refused) sayRefused(refused, t);
    else if (underWay > 0) waiting.begin();
    else sendNow();
  }

  function sendNow(): void {
    onSend(withMentions(content.trim(), people), attachments.take());
    change("");
    own.current?.focus();
  }

  function press(event: KeyboardEvent): void {
    if (event.key !== "ArrowUp" || content !== "" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEditLast();
  }

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Tray
        list={attachments.list}
        onRemove={(key) => {
          waiting.cancel();
          attachments.remove(key);
        }}
        onRetry={attachments.retry}
      />
      <div className={styles.box}>
        <AttachButton
          onFiles={(files) => {
            attachments.add(files);
            // Enter sends them. On a phone the keyboard would cover what was chosen.
            if (matchMedia("(hover: hover)").matches) own.current?.focus();
          }}
        />
        <Field
          ref={own}
          content={content}
          onChange={(value) => {
            waiting.cancel();
            change(value);
            if (value.trim() !== "") tellTyping();
          }}
          onSubmit={submit}
          onKey={press}
          roomId={roomId}
          people={people}
          label={placeholder}
          describedBy={hint}
          enterSends={sendsByEnter}
        />
        <EmojiButton label={t("emoji")} onPick={(type) => own.current?.insert(type)} />
        <button
          type="submit"
          className={styles.send}
          aria-label={t("send")}
          aria-disabled={!ready}
          data-ready={ready || undefined}
        >
          <IconArrowUp size={20} stroke={2} aria-hidden="true" />
        </button>
      </div>
      {waiting.waits && (
        <p className={styles.waiting} role="status">
          {t("waitsForFiles", { count: underWay })}
          <Button size="xs" kind="quiet" onClick={waiting.cancel}>
            {t("common:cancel")}
          </Button>
        </p>
      )}
      <div className={styles.foot}>
        <ReadersLine roomId={roomId} people={people} userId={userId} own={ownLanguage} content={content} />
        <button
          type="button"
          className={styles.hint}
          id={hint}
          title={t("switchEnter")}
          onClick={() => switchEnterSends().catch(toastError)}
        >
          <WithKeys text={t(sendsByEnter ? "hint" : "hintCtrl")} />
        </button>
        <Counter length={length} />
      </div>
    </form>
  );
});

export function Counter({ length }: { length: number }) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const over = length - maximumMessageLength;
  if (over < -warning) return null;
  return (
    <p className={styles.counter} data-over={over > 0 || undefined} role="status">
      {over > 0
        ? t("tooLong", { count: over, amount: format.number(over) })
        : t("left", { amount: format.number(length), limit: format.number(maximumMessageLength) })}
    </p>
  );
}
