import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { PaneErrorBoundary } from "../../kit/ui/boundary.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { UndoBar } from "../../kit/ui/undo-bar.tsx";
import styles from "./inbox.module.css";

interface InboxProps {
  /** The tabs and the list of chats. On a phone, they fill the page while no chat is open. */
  list: ReactNode;
  openRoomId: string | undefined;
  /** The open chat, which is shown beside the list of chats. */
  children: ReactNode;
  /** The title and text that take the place of the chat while none is open. */
  emptyState: { title: string; text: string };
}

/**
 * A list of chats with the open chat beside it. The list contains the chats of one bot, or all chats on Messenger and
 * Zalo.
 */
export function InboxPanes({ list, openRoomId, children, emptyState }: InboxProps) {
  const { t } = useTranslation("bots");
  return (
    <div className={styles.inbox} data-open={openRoomId ? true : undefined}>
      <div className={styles.list}>
        <PaneErrorBoundary>{list}</PaneErrorBoundary>
      </div>
      <div className={styles.main}>
        <PaneErrorBoundary resetKey={openRoomId}>
          {openRoomId ? (
            children
          ) : (
            <div className={styles.chosen}>
              <EmptyState {...emptyState} />
            </div>
          )}
        </PaneErrorBoundary>
      </div>
      {/* A bar with a button that undoes the last hand-over of a chat. It stays visible when the reader opens
          another chat. */}
      <UndoBar label={t("undo")} />
    </div>
  );
}
