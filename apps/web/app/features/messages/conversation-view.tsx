import type { Conversation } from "@kakehashi/contract/conversations";
import type { Message } from "@kakehashi/contract/messages";
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { toast, toastError } from "../../kit/toast.ts";
import { createLazyComponent, EmptyLoadFailedFallback } from "../../kit/ui/part.tsx";
import { isPageVisibleAndFocused, registerOpenConversation } from "../conversations/open.ts";
import { markRead } from "../conversations/queries.ts";
import type { TalkAudience } from "./chat-audience.ts";
import { ChatPane, type ChatReader } from "./chat-pane.tsx";
import { TypingPeople } from "./composer/typing-people.tsx";
import { findNumberToOpenAfter } from "./list/unread.ts";
import { markUnreadFromMessage } from "./state/message-calls.ts";
import { newestMessageOf, useChat } from "./state/use-chat.ts";
import { useReadTracker } from "./use-read-tracker.ts";

const EmptyConversation = createLazyComponent(
  async () => (await import("./empty-conversation.tsx")).EmptyConversation,
  EmptyLoadFailedFallback,
);

interface ConversationViewProps {
  conversation: Conversation;
  reader: Omit<ChatReader, "roomRole">;
  /** The id of the message that the page's link points to. Null without such a link. */
  linkedMessageId: string | null;
  /**
   * In a conversation with a customer, the readers of the text that is being written. Undefined in other conversations.
   */
  audience?: TalkAudience | undefined;
  /** Shown instead of the composer when no message can be sent. */
  closedReason?: ReactNode;
  openThread: (message: Message) => void;
  onLinkToOtherChat: (message: Message) => void;
}

/**
 * The unread messages when the reader opened the conversation: those whose `number` is greater than `readNumber`.
 * `count` is null if unknown.
 */
interface UnreadStateOnOpen {
  readonly readNumber: number | null;
  readonly count: number | null;
}

/** The messages of one conversation, with the composer. Use the conversation's id as the React key. */
export function ConversationView({
  conversation,
  reader,
  linkedMessageId,
  audience,
  closedReason,
  openThread,
  onLinkToOtherChat,
}: ConversationViewProps) {
  const { t } = useTranslation("messages");
  const { id, kind, partner, role, read_number } = conversation;
  const [unreadOnOpen, setUnreadOnOpen] = useState<UnreadStateOnOpen>(() =>
    conversation.unread_count > 0
      ? { readNumber: conversation.read_number, count: conversation.unread_count }
      : { readNumber: null, count: null },
  );
  const [initialOpenAfterNumber] = useState(() => findNumberToOpenAfter(conversation));
  // The list opens at the first unread message. Null once the reader has read further in this view, so that the list
  // does not jump back.
  const openAfterNumber =
    initialOpenAfterNumber !== null && read_number > initialOpenAfterNumber ? null : initialOpenAfterNumber;
  const setReadNumber = useCallback((readNumber: number) => setUnreadOnOpen({ readNumber, count: null }), []);
  const [isAtBottom, setIsAtBottom] = useState(true);
  /**
   * The reader has marked the messages after this `number` as unread. They stay unread until the reader writes a
   * message or opens the conversation again. Null if the reader has marked nothing.
   */
  const keptUnreadFromNumber = useRef<number>(null);

  const keepUnreadFrom = useCallback(
    (readNumber: number) => {
      keptUnreadFromNumber.current = readNumber;
      setReadNumber(readNumber);
    },
    [setReadNumber],
  );
  useEffect(() => {
    // After the reader has marked messages as unread, new messages stay unread too, even while they are visible.
    const isViewAtEnd = () => isAtBottom && keptUnreadFromNumber.current === null;
    return registerOpenConversation({ id, isAtEnd: isViewAtEnd, keepUnread: keepUnreadFrom });
  }, [id, isAtBottom, keepUnreadFrom]);
  const readTracker = useReadTracker(conversation, keptUnreadFromNumber, setReadNumber);

  const onMarkUnread = useCallback(
    (message: Message) => {
      keepUnreadFrom(message.number - 1);
      markUnreadFromMessage(message).then(
        () => toast(t("markedUnread")),
        (error) => {
          keptUnreadFromNumber.current = null;
          toastError(error);
        },
      );
    },
    [t, keepUnreadFrom],
  );
  const onMarkAllRead = useCallback(() => {
    keptUnreadFromNumber.current = null;
    setUnreadOnOpen({ readNumber: null, count: null });
    markRead(id).catch(toastError);
  }, [id]);

  // Memoise these props, because `conversation` changes with every message and the list must not render again.
  const readerWithRole = useMemo(() => ({ ...reader, roomRole: role }), [reader, role]);
  const emptyState = useMemo(() => <EmptyConversation kind={kind} />, [kind]);

  return (
    <>
      <UnreadLineSetter conversation={conversation} isAtBottom={isAtBottom} setReadNumber={setReadNumber} />
      <ChatPane
        chatKey={id}
        reader={readerWithRole}
        readNumber={unreadOnOpen.readNumber}
        unreadCount={unreadOnOpen.count}
        openAfterNumber={openAfterNumber}
        readTracker={readTracker}
        hasUnreadBelow={conversation.unread_count > 0 && !isAtBottom}
        linkedMessageId={linkedMessageId}
        audience={audience}
        closedReason={partner?.deleted ? t("partnerGone") : closedReason}
        placeholder={
          partner ? t("writeTo", { name: partner.name }) : t(audience?.isInternalNote ? "writeNote" : "write")
        }
        type="chat"
        openThread={openThread}
        onMarkUnread={onMarkUnread}
        onAtBottomChange={setIsAtBottom}
        onLinkToOtherChat={onLinkToOtherChat}
        onMarkAllRead={onMarkAllRead}
        empty={emptyState}
      />
      <TypingPeople chatKey={id} userId={reader.userId} />
    </>
  );
}

interface UnreadLineSetterProps {
  conversation: Conversation;
  isAtBottom: boolean;
  setReadNumber: (number: number) => void;
}

/**
 * Moves the unread line above messages that arrive while the window is hidden or has no focus, or while the reader
 * looks at older messages. This is a component of its own, so that a new message does not render the whole view again.
 */
function UnreadLineSetter({ conversation, isAtBottom, setReadNumber }: UnreadLineSetterProps): null {
  const { id, read_number } = conversation;
  const newestNumber = useChat(id, newestMessageOf)?.number ?? 0;
  const lastNewestNumber = useRef(newestNumber);
  const moveUnreadLineWhenHidden = useEffectEvent(() => {
    if (!isPageVisibleAndFocused() && isAtBottom && newestNumber > 0 && read_number >= newestNumber)
      setReadNumber(newestNumber);
  });
  useEffect(() => {
    const onLeave = () => moveUnreadLineWhenHidden();
    addEventListener("blur", onLeave);
    document.addEventListener("visibilitychange", onLeave);
    return () => {
      removeEventListener("blur", onLeave);
      document.removeEventListener("visibilitychange", onLeave);
    };
  }, []);
  const handleNewMessage = useEffectEvent(() => {
    const previousNewestNumber = lastNewestNumber.current;
    lastNewestNumber.current = newestNumber;
    if (
      !isAtBottom &&
      previousNewestNumber > 0 &&
      newestNumber > previousNewestNumber &&
      read_number === previousNewestNumber
    )
      setReadNumber(previousNewestNumber);
  });
  useEffect(() => {
    if (newestNumber > 0) handleNewMessage();
  }, [newestNumber]);
  return null;
}
