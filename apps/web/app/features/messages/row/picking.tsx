import { canAskForTranslation } from "@kakehashi/contract/askable";
import { maximumBookmarksPerRequest } from "@kakehashi/contract/bookmarks";
import type { Message } from "@kakehashi/contract/messages";
import { IconX } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { useLayer } from "../../../kit/layers.ts";
import { Button } from "../../../kit/ui/button.tsx";
import { IconButton } from "../../../kit/ui/icon-button.tsx";
import { useReader } from "../../auth/reader.ts";
import { translateMessageForReader } from "../../conversations/in-reader-language.ts";
import { createSpokenPreview } from "../../conversations/preview.ts";
import { type ChatActions, type MessagePicking, useChatActions } from "../state/chat-context.ts";
import { TranslationRequestDialog } from "./ask-dialog.tsx";
import styles from "./picking.module.css";
import { togglePickedMessage } from "./toggle-picked.ts";

/** The checkbox of a message while several messages are being selected. The whole row is its label. */
export function PickCheckbox({ message }: { message: Message }) {
  const { pickedMessages, setPickedMessages } = useChatActions();
  if (!pickedMessages) return null;
  return (
    <PickCheckboxInput
      message={message}
      pickedMessages={pickedMessages}
      setPickedMessages={setPickedMessages}
    />
  );
}

interface PickCheckboxInputProps extends Pick<ChatActions, "setPickedMessages"> {
  message: Message;
  pickedMessages: NonNullable<MessagePicking["pickedMessages"]>;
}

function PickCheckboxInput({ message, pickedMessages, setPickedMessages }: PickCheckboxInputProps) {
  const { t } = useTranslation("conversations");
  const reader = useReader();
  const checkbox = useRef<HTMLInputElement>(null);
  const { id, deleted } = message;
  const isPicked = pickedMessages.has(id);
  const isFull = pickedMessages.size >= maximumBookmarksPerRequest && !isPicked;
  // The reader has begun to select messages in a menu, which is now closed. So focus the checkbox of the first message.
  const isFirstPicked = isPicked && pickedMessages.size === 1;
  useEffect(() => {
    const row = checkbox.current?.closest("article");
    const { activeElement } = document;
    if (isFirstPicked && (activeElement === document.body || row?.contains(activeElement)))
      checkbox.current?.focus({ preventScroll: true });
  }, [isFirstPicked]);
  return (
    <label className={styles.mark} data-picked={isPicked || undefined}>
      <input
        ref={checkbox}
        type="checkbox"
        checked={isPicked}
        disabled={deleted || !canAskForTranslation(message) || isFull}
        aria-label={createSpokenPreview(translateMessageForReader(message, reader), t).text}
        onChange={() => setPickedMessages?.(togglePickedMessage(pickedMessages, message))}
      />
    </label>
  );
}

interface PickBarProps extends MessagePicking {
  pickedMessages: NonNullable<MessagePicking["pickedMessages"]>;
}

/** The bar with the actions on the selected messages. Escape and the back button end the selection. */
export function PickBar({ pickedMessages, setPickedMessages }: PickBarProps) {
  const { t } = useTranslation(["room", "messages", "common"]);
  const [isRequestDialogOpen, setIsRequestDialogOpen] = useState(false);
  useLayer(true, () => setPickedMessages(null));
  const messages = [...pickedMessages.values()];
  return (
    <section className={styles.bar} aria-label={t("pick")}>
      <IconButton label={t("common:cancel")} onClick={() => setPickedMessages(null)}>
        <IconX size={20} stroke={1.6} />
      </IconButton>
      <p className={styles.count} role="status">
        {t("picked", { count: pickedMessages.size })}
        {pickedMessages.size >= maximumBookmarksPerRequest && (
          <span className={styles.limitNote}> {t("pickedFull")}</span>
        )}
      </p>
      <Button
        kind="primary"
        size="sm"
        disabled={pickedMessages.size === 0}
        onClick={() => setIsRequestDialogOpen(true)}
      >
        {t("messages:askTranslation")}
      </Button>
      {isRequestDialogOpen && (
        <TranslationRequestDialog
          messages={messages}
          onClose={() => setIsRequestDialogOpen(false)}
          onRequested={() => setPickedMessages(null)}
        />
      )}
    </section>
  );
}
