import type { Conversation } from "@kakehashi/contract/conversations";
import type { Message } from "@kakehashi/contract/messages";
import { IconMessages } from "@tabler/icons-react";
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { computeRetryWaitMs, isTemporaryError } from "../../kit/api-error.ts";
import { toast, toastError } from "../../kit/toast.ts";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { Pane } from "../../kit/ui/pane.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { isPageVisibleAndFocused } from "../conversations/open.ts";
import {
  type ChatActions,
  ChatActionsContext,
  ChatPane,
  type ChatReader,
  chatKeyOf,
  MessageRow,
  markUnreadFromMessage,
  newestMessageOf,
  TypingPeople,
  useChat,
  useEditing,
} from "../messages/door.ts";
import { FollowButton } from "./follow-button.tsx";
import { markThreadRead, useThread } from "./queries.ts";
import styles from "./thread-pane.module.css";

interface ThreadPaneProps {
  conversation: Conversation;
  threadId: string;
  reader: Omit<ChatReader, "roomRole">;
  linkedMessageId: string | null;
  onLinkToOtherChat: (message: Message) => void;
  close: () => void;
}

/** The pane that shows a thread beside its conversation. */
export function ThreadPane({
  conversation,
  threadId,
  reader,
  linkedMessageId,
  onLinkToOtherChat,
  close,
}: ThreadPaneProps) {
  const { t } = useTranslation(["messages", "room", "common"]);
  const key = chatKeyOf(conversation.id, threadId);
  const query = useThread(threadId);
  const { data: thread, error } = query;
  const lastReply = useChat(key, newestMessageOf);
  const hasFailed = useChat(key, ({ firstLoadError: chatError }) => chatError !== null);
  const rootMessage = useChat(conversation.id, ({ timeline }) =>
    timeline?.messages.find(({ id }) => id === threadId),
  );
  const [isAtBottom, setIsAtBottom] = useState(true);
  const [readNumber, setReadNumber] = useState<number | null>(null);
  const root = rootMessage ?? thread?.message;
  const lastOwnReplyNumber = useChat(
    key,
    ({ timeline }) => timeline?.messages.findLast(({ user_id }) => user_id === reader.userId)?.number,
  );
  const [previousOwnReplyNumber, setPreviousOwnReplyNumber] = useState(lastOwnReplyNumber);
  if (previousOwnReplyNumber !== lastOwnReplyNumber) {
    setPreviousOwnReplyNumber(lastOwnReplyNumber);
    // The reader has written a reply, perhaps on another device. So the thread counts as read.
    if (lastOwnReplyNumber !== undefined && lastOwnReplyNumber > (previousOwnReplyNumber ?? 0))
      setReadNumber(null);
  }
  const hasUnreadReplies =
    thread !== undefined && lastReply !== undefined && lastReply.number > thread.read_number;

  useEffect(() => {
    if (!hasUnreadReplies || !isAtBottom || readNumber !== null) return;
    let isCancelled = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const markReadIfSeen = () => {
      clearTimeout(timer);
      if (!isPageVisibleAndFocused()) return;
      markThreadRead(conversation.id, lastReply.id).catch((markReadError) => {
        if (!isCancelled && isTemporaryError(markReadError))
          timer = setTimeout(markReadIfSeen, computeRetryWaitMs(markReadError));
      });
    };
    markReadIfSeen();
    // When the reader returns to this tab, the replies that arrived in the meantime count as seen.
    addEventListener("focus", markReadIfSeen);
    document.addEventListener("visibilitychange", markReadIfSeen);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
      removeEventListener("focus", markReadIfSeen);
      document.removeEventListener("visibilitychange", markReadIfSeen);
    };
  }, [hasUnreadReplies, isAtBottom, lastReply, conversation.id, readNumber]);

  const markReplyUnread = useCallback<NonNullable<ChatActions["markUnread"]>>(
    (message) => {
      setReadNumber(message.number - 1);
      markUnreadFromMessage(message).then(() => toast(t("markedUnread")), toastError);
    },
    [t],
  );
  const closedReason = conversation.partner?.deleted ? t("partnerGone") : undefined;
  const threadReader: ChatReader = { ...reader, roomRole: conversation.role };

  return (
    <Pane
      title={t("thread")}
      note={root && t("replies", { count: root.reply_count })}
      actions={thread && <FollowButton thread={thread} tooltipSide="bottom" />}
      close={close}
      isMessagePane
    >
      {/* If both the root message and the replies fail to load, show only the error of the replies. */}
      {(root || !error || !hasFailed) && (
        <LoadedContent query={{ ...query, data: root }}>
          {(message) => (
            <div className={styles.rootMessage}>
              <RootMessage thread={message} reader={threadReader} closed={closedReason !== undefined} />
            </div>
          )}
        </LoadedContent>
      )}
      <ChatPane
        key={key}
        chatKey={key}
        reader={threadReader}
        readNumber={readNumber}
        linkedMessageId={linkedMessageId}
        closedReason={closedReason}
        placeholder={t("room:writeReply")}
        type="reply"
        openThread={null}
        onMarkUnread={markReplyUnread}
        onAtBottomChange={setIsAtBottom}
        onLinkToOtherChat={onLinkToOtherChat}
        empty={
          <EmptyState
            icon={<IconMessages size={24} stroke={1.6} />}
            title={t("room:noReplies")}
            text={t("room:noRepliesText")}
          />
        }
      />
      <TypingPeople chatKey={key} userId={reader.userId} />
    </Pane>
  );
}

/** The root message of a thread, shown above the replies. */
function RootMessage({
  thread,
  reader,
  closed: isClosed,
}: {
  thread: Message;
  reader: ChatReader;
  closed: boolean;
}) {
  const editingState = useEditing(chatKeyOf(thread.conversation_id, thread.id), true);
  const chatActions: ChatActions = {
    userId: reader.userId,
    roomRole: reader.roomRole,
    isClosed,
    ...editingState,
    pickedMessages: null,
    setPickedMessages: null,
    quote: null,
    writesNote: false,
    appendToComposer: () => undefined,
    openThread: null,
    markUnread: null,
  };
  return (
    <ChatActionsContext value={chatActions}>
      <MessageRow message={thread} isGrouped={false} isLinkTarget={false} />
    </ChatActionsContext>
  );
}
