import type { Conversation } from "@kakehashi/contract/conversations";
import type { Message } from "@kakehashi/contract/messages";
import { IconMessages } from "@tabler/icons-react";
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { isOutage, pauseMs } from "../../kit/api-error.ts";
import { toast, toastError } from "../../kit/toast.ts";
import { Loaded } from "../../kit/ui/loaded.tsx";
import { Pane } from "../../kit/ui/pane.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { isWatched } from "../conversations/open.ts";
import {
  type ChatActions,
  ChatContext,
  ChatView,
  chatKeyOf,
  MessageRow,
  markUnread,
  newestOf,
  type Reader,
  useChat,
  useEditing,
  Writers,
} from "../messages/door.ts";
import { FollowButton } from "./follow-button.tsx";
import { markThreadRead, useThread } from "./queries.ts";
import styles from "./thread-pane.module.css";

interface Props {
  conversation: Conversation;
  threadId: string;
  reader: Omit<Reader, "role">;
  found: string | null;
  onElsewhere: (message: Message) => void;
  close: () => void;
}

/** The pane that shows a thread beside its conversation. */
export function ThreadPane({ conversation, threadId, reader, found, onElsewhere, close }: Props) {
  const { t } = useTranslation(["messages", "room", "common"]);
  const key = chatKeyOf(conversation.id, threadId);
  const query = useThread(threadId);
  const { data: thread, error } = query;
  const last = useChat(key, newestOf);
  const lost = useChat(key, ({ error: failure }) => failure !== null);
  const first = useChat(conversation.id, ({ timeline }) =>
    timeline?.messages.find(({ id }) => id === threadId),
  );
  const [atBottom, setAtBottom] = useState(true);
  const [readNumber, setReadNumber] = useState<number | null>(null);
  const root = first ?? thread?.message;
  const answered = useChat(
    key,
    ({ timeline }) => timeline?.messages.findLast(({ user_id }) => user_id === reader.userId)?.number,
  );
  const [before, setBefore] = useState(answered);
  if (before !== answered) {
    setBefore(answered);
    // A reply by the reader, here or on another device, marks the thread as read.
    if (answered !== undefined && answered > (before ?? 0)) setReadNumber(null);
  }
  const unread = thread !== undefined && last !== undefined && last.number > thread.read_number;

  useEffect(() => {
    if (!unread || !atBottom || readNumber !== null) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const mark = () => {
      clearTimeout(timer);
      if (!isWatched()) return;
      markThreadRead(conversation.id, last.id).catch((failure) => {
        if (!isOver && isOutage(failure)) timer = setTimeout(mark, pauseMs(failure));
      });
    };
    mark();
    // A reader who comes back to the page sees the replies that arrived meanwhile.
    addEventListener("focus", mark);
    document.addEventListener("visibilitychange", mark);
    return () => {
      isOver = true;
      clearTimeout(timer);
      removeEventListener("focus", mark);
      document.removeEventListener("visibilitychange", mark);
    };
  }, [unread, atBottom, last, conversation.id, readNumber]);

  const onUnread = useCallback<ChatActions["markUnread"]>(
    (message) => {
      setReadNumber(message.number - 1);
      markUnread(message).then(() => toast(t("markedUnread")), toastError);
    },
    [t],
  );
  const closed = conversation.partner?.deleted ? t("partnerGone") : undefined;
  const own: Reader = { ...reader, role: conversation.role };

  return (
    <Pane
      title={t("thread")}
      note={root && t("replies", { count: root.reply_count })}
      actions={thread && <FollowButton thread={thread} tooltipSide="bottom" />}
      close={close}
      messages
    >
      {/* If the replies fail to load too, one error message is enough. */}
      {(root || !error || !lost) && (
        <Loaded query={{ ...query, data: root }}>
          {(message) => (
            <div className={styles.rootMessage}>
              <First thread={message} reader={own} closed={closed !== undefined} />
            </div>
          )}
        </Loaded>
      )}
      <ChatView
        key={key}
        chatKey={key}
        reader={own}
        readNumber={readNumber}
        linkedId={found}
        closed={closed}
        placeholder={t("room:writeReply")}
        type="reply"
        openThread={null}
        onUnread={onUnread}
        onBottom={setAtBottom}
        onElsewhere={onElsewhere}
        empty={
          <EmptyState
            icon={<IconMessages size={24} stroke={1.6} />}
            title={t("room:noReplies")}
            text={t("room:noRepliesText")}
          />
        }
      />
      <Writers chatKey={key} userId={reader.userId} />
    </Pane>
  );
}

/** The root message, above the replies. */
function First({ thread, reader, closed }: { thread: Message; reader: Reader; closed: boolean }) {
  const editing = useEditing(chatKeyOf(thread.conversation_id, thread.id), true);
  const acts: ChatActions = {
    userId: reader.userId,
    role: reader.role,
    closed,
    ...editing,
    picked: null,
    pick: null,
    quote: () => undefined,
    rewrite: () => undefined,
    openThread: null,
    markUnread: () => undefined,
  };
  return (
    <ChatContext value={acts}>
      <MessageRow message={thread} grouped={false} found={false} />
    </ChatContext>
  );
}
