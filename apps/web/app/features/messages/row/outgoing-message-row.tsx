import { memo } from "react";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { MessageFiles } from "../../files/message-files.tsx";
import { useChatActions } from "../state/chat-context.ts";
import type { OutgoingMessage } from "../state/timeline.ts";
import { isOnlyEmojis } from "./emojis-alone.ts";
import { FoldableText } from "./foldable-text.tsx";
import rowStyles from "./message-row.module.css";
import { ColleaguesOnlyNote } from "./note-line.tsx";
import styles from "./outgoing-message-row.module.css";
import { AuthorAndTime, MessageGutter } from "./row-head.tsx";

interface SendRowProps {
  send: OutgoingMessage;
  isGrouped: boolean;
  userId: string;
  language: string;
  onRetry: (clientId: string) => void;
  onDiscard: (clientId: string) => void;
}

/** The row of a message that the server does not have yet. */
export const OutgoingMessageRow = memo(function SendRow({
  send,
  isGrouped,
  userId,
  language,
  onRetry,
  onDiscard,
}: SendRowProps) {
  const { t } = useTranslation(["messages", "common"]);
  const { appendToComposer: rewriteInComposer, writesNote } = useChatActions();
  const { client_id, kind, content, files = [], localFiles = [], created_at, state, reason } = send;
  // A message with files has no “edit again” button, because its files cannot return to the composer. A note has this
  // button only while the composer writes notes, because its text must not be sent to a customer.
  const canEdit = files.length + localFiles.length === 0 && (kind === "NOTE") === writesNote;
  return (
    <article
      className={rowStyles.row}
      data-grouped={isGrouped || undefined}
      data-state={state}
      data-kind={kind}
    >
      <MessageGutter userId={userId} createdAt={created_at} isGrouped={isGrouped} />
      <div className={rowStyles.textColumn}>
        {!isGrouped && <AuthorAndTime userId={userId} createdAt={created_at} />}
        <div className={rowStyles.content} lang={language} data-large={isOnlyEmojis(content) || undefined}>
          <FoldableText id={client_id} content={content} />
        </div>
        {kind === "NOTE" && <ColleaguesOnlyNote />}
        {files.length > 0 && <MessageFiles files={files} />}
        {localFiles.length > 0 && (
          <p className={styles.sendState}>{localFiles.map(({ name }) => name).join(" · ")}</p>
        )}
        {state === "sending" && <p className={styles.sendState}>{t("sending")}</p>}
        {state === "waiting" && (
          <p className={styles.sendState} role="status">
            {t("waiting")}
          </p>
        )}
        {state === "failed" && (
          <p className={styles.failure} role="alert">
            <span>
              {reason ? t("common:sentences", { first: t("failed"), second: reason }) : t("failed")}
            </span>
            <button type="button" className={styles.textButton} onClick={() => onRetry(client_id)}>
              {t("retry")}
            </button>
            {canEdit && (
              <button
                type="button"
                className={styles.textButton}
                onClick={() => {
                  rewriteInComposer(content);
                  onDiscard(client_id);
                }}
              >
                {t("edit")}
              </button>
            )}
            <button type="button" className={styles.textButton} onClick={() => onDiscard(client_id)}>
              {t("discard")}
            </button>
          </p>
        )}
      </div>
    </article>
  );
});
