import { canAskForTranslation } from "@kakehashi/contract/askable";
import { maximumBookmarksPerRequest } from "@kakehashi/contract/bookmarks";
import { listMessagesBelow, type Message } from "@kakehashi/contract/messages";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { call } from "../../../kit/api.ts";
import { TranslationRequestDialog } from "./ask-dialog.tsx";
import styles from "./picking.module.css";
import { useTranslationEditor } from "./translation-writing.tsx";

/**
 * A dialog that requests the translation of a message. The reader can include the messages that follow it in its
 * conversation or thread.
 */
export function RequestMessageTranslationDialog({
  message,
  onClose,
}: {
  message: Message;
  onClose: () => void;
}) {
  const { t } = useTranslation("room");
  const translationEditor = useTranslationEditor(message);
  const [shouldIncludeFollowing, setIncludesFollowing] = useState(false);
  const { data: nextMessages, error } = useQuery({
    queryKey: ["messages", "below", message.id],
    queryFn: ({ signal }) =>
      call(listMessagesBelow, {
        params: { id: message.conversation_id, mid: message.id },
        query: { paging: maximumBookmarksPerRequest - 1 },
        signal,
      }),
    // Fetch the later messages each time the dialog opens, because there may be new ones.
    staleTime: 0,
    gcTime: 0,
  });
  const followingMessages = (nextMessages?.data ?? []).filter(
    (followingMessage) => !followingMessage.deleted && canAskForTranslation(followingMessage),
  );
  const messages = shouldIncludeFollowing ? [message, ...followingMessages] : [message];
  return (
    <TranslationRequestDialog key={message.id} messages={messages} onClose={onClose}>
      {translationEditor.mayOpenEditor && (
        <button
          type="button"
          className={styles.writing}
          onClick={() => {
            onClose();
            translationEditor.openEditor();
          }}
        >
          {t("translateMyself")}
        </button>
      )}
      {(followingMessages.length > 0 || error) && (
        <fieldset className={styles.group}>
          <legend>{t("askWhich")}</legend>
          <label className={styles.radio}>
            <input
              type="radio"
              checked={!shouldIncludeFollowing}
              onChange={() => setIncludesFollowing(false)}
            />
            {t("askThis")}
          </label>
          <label className={styles.radio}>
            <input
              type="radio"
              checked={shouldIncludeFollowing}
              disabled={followingMessages.length === 0}
              onChange={() => setIncludesFollowing(true)}
            />
            {error
              ? t("askOnwardFailed")
              : t(nextMessages?.meta.below ? "askOnwardFirst" : "askOnward", {
                  count: followingMessages.length,
                })}
          </label>
        </fieldset>
      )}
    </TranslationRequestDialog>
  );
}
