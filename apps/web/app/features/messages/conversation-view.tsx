import type { Conversation } from "@kakehashi/contract/conversations";
import type { Message } from "@kakehashi/contract/messages";
import {
  type ReactNode,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { isOutage, waitMsAfterError } from "../../kit/api-error.ts";
import { toast, toastError } from "../../kit/toast.ts";
import { createLazyPart, LoadFailedSilently } from "../../kit/ui/part.tsx";
import { isPageVisibleAndFocused, setOpenConversation } from "../conversations/open.ts";
import { markRead } from "../conversations/queries.ts";
import { type Audience, ChatView, type Reader } from "./chat-view.tsx";
import { TypingPeople } from "./composer/typing-people.tsx";
import { numberToOpenAfter } from "./list/unread.ts";
import { markUnread } from "./state/message-calls.ts";
import type { ReadTracker } from "./state/read-tracker.ts";
import { newestMessageOf, useChat } from "./state/use-chat.ts";

const EmptyConversation = createLazyPart(
  async () => (await import("./empty-conversation.tsx")).EmptyConversation,
  LoadFailedSilently,
);

interface Props {
  conversation: Conversation;
  reader: Omit<Reader, "role">;
  /** The message that a link points to. */
  linkedId: string | null;
  /** Who reads a text in a conversation with a customer. */
  audience?: Audience | undefined;
  /** Shown instead of the composer when nothing can be sent. */
  closedReason?: ReactNode;
  openThread: (message: Message) => void;
  onMessageOfOtherChat: (message: Message) => void;
}

/**
 * The messages that were unread when the reader opened the conversation: those after `readNumber`. `count`
 * is null when unknown.
 */
interface UnreadOnOpen {
  readonly readNumber: number | null;
  readonly count: number | null;
}

/** The messages of one conversation, with the composer. Use the conversation's id as the React key. */
export function ConversationView({
  conversation,
  reader,
  linkedId,
  audience,
  closedReason,
  openThread,
  onMessageOfOtherChat,
}: Props) {
  const { t } = useTranslation("messages");
  const { id, kind, partner, role, read_number } = conversation;
  const [unread, setUnread] = useState<UnreadOnOpen>(() =>
    conversation.unread_count > 0
      ? { readNumber: conversation.read_number, count: conversation.unread_count }
      : { readNumber: null, count: null },
  );
  const [initialOpenAfterNumber] = useState(() => numberToOpenAfter(conversation));
  // A reader who has already read past the first unread message keeps their place.
  const openAfterNumber =
    initialOpenAfterNumber !== null && read_number > initialOpenAfterNumber ? null : initialOpenAfterNumber;
  const setReadNumber = useCallback((readNumber: number) => setUnread({ readNumber, count: null }), []);
  const [atBottom, setAtBottom] = useState(true);
  /**
   * The reader marked everything after the message with this `number` as unread. It stays unread until they write or
   * open the conversation again.
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
    // While the conversation is kept unread, new messages stay unread too.
    const isViewAtEnd = () => atBottom && keptUnreadFromNumber.current === null;
    return setOpenConversation({ id, isAtEnd: isViewAtEnd, keepUnread: keepUnreadFrom });
  }, [id, atBottom, keepUnreadFrom]);
  const readTracker = useReadTracker(conversation, keptUnreadFromNumber, setReadNumber);

  const onMarkUnread = useCallback(
    (message: Message) => {
      keepUnreadFrom(message.number - 1);
      markUnread(message).then(
        () => toast(t("markedUnread")),
        (error) => {
          keptUnreadFromNumber.current = null;
          toastError(error);
        },
      );
    },
    [t, keepUnreadFrom],
  );
  const onMarkRead = useCallback(() => {
    keptUnreadFromNumber.current = null;
    setUnread({ readNumber: null, count: null });
    markRead(id).catch(toastError);
  }, [id]);

  // Memoise these props, because `conversation` changes with every message and the list must not render again.
  const readerWithRole = useMemo(() => ({ ...reader, role }), [reader, role]);
  const empty = useMemo(() => <EmptyConversation kind={kind} />, [kind]);

  return (
    <>
      <UnreadLineSetter conversation={conversation} atBottom={atBottom} setReadNumber={setReadNumber} />
      <ChatView
        chatKey={id}
        reader={readerWithRole}
        readNumber={unread.readNumber}
        unreadCount={unread.count}
        openAfterNumber={openAfterNumber}
        readTracker={readTracker}
        hasUnreadBelow={conversation.unread_count > 0 && !atBottom}
        linkedId={linkedId}
        audience={audience}
        closedReason={partner?.deleted ? t("partnerGone") : closedReason}
        placeholder={
          partner ? t("writeTo", { name: partner.name }) : t(audience?.isNote ? "writeNote" : "write")
        }
        type="chat"
        openThread={openThread}
        onMarkUnread={onMarkUnread}
        onAtBottomChange={setAtBottom}
        onMessageOfOtherChat={onMessageOfOtherChat}
        onMarkRead={onMarkRead}
        empty={empty}
      />
      <TypingPeople chatKey={id} userId={reader.userId} />
    </>
  );
}

/** Messages count as read after they were visible for this many milliseconds. */
const seenAfterMs = 300;

/** Tells the server up to which message the reader has read. */
function useReadTracker(
  { id, read_number }: Conversation,
  keptUnreadFromNumber: RefObject<number | null>,
  setReadNumber: (number: number) => void,
): ReadTracker {
  /** The number of the last read message that the server already knows, or that is being sent to the server. */
  const reportedReadNumber = useRef(read_number);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const jumpedFromNumber = useRef<number>(undefined);
  const previousReadNumber = useRef(read_number);
  useEffect(() => {
    const keptFromNumber = keptUnreadFromNumber.current;
    // A person who writes a message, here or on another device, has read the messages before it.
    if (
      keptFromNumber !== null &&
      previousReadNumber.current <= keptFromNumber &&
      read_number > keptFromNumber
    )
      keptUnreadFromNumber.current = null;
    previousReadNumber.current = read_number;
    reportedReadNumber.current =
      keptFromNumber === null ? Math.max(reportedReadNumber.current, read_number) : read_number;
  }, [read_number, keptUnreadFromNumber]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useMemo(() => {
    function saveReadMark(): void {
      if (keptUnreadFromNumber.current !== null) return;
      // The read mark only moves forward, so it is safe to send it again after an outage.
      markRead(id, reportedReadNumber.current).catch((error) => {
        if (isOutage(error)) timer.current = setTimeout(saveReadMark, waitMsAfterError(error));
      });
    }
    return {
      get readNumber() {
        return keptUnreadFromNumber.current === null ? reportedReadNumber.current : Number.POSITIVE_INFINITY;
      },
      onMessagesSeen(number) {
        reportedReadNumber.current = number;
        clearTimeout(timer.current);
        timer.current = setTimeout(saveReadMark, seenAfterMs);
      },
      onJump() {
        if (jumpedFromNumber.current === reportedReadNumber.current) return;
        jumpedFromNumber.current = reportedReadNumber.current;
        startTransition(() => setReadNumber(reportedReadNumber.current));
      },
    };
  }, [id, keptUnreadFromNumber, setReadNumber]);
}

interface UnreadLineSetterProps {
  conversation: Conversation;
  atBottom: boolean;
  setReadNumber: (number: number) => void;
}

/**
 * Puts the unread line above messages that arrive while the reader looks at another page or at older
 * messages. It is a separate component, because it re-renders with every message and the rest of the view
 * must not.
 */
function UnreadLineSetter({ conversation, atBottom, setReadNumber }: UnreadLineSetterProps): null {
  const { id, read_number } = conversation;
  const newestNumber = useChat(id, newestMessageOf)?.number ?? 0;
  const lastNewestNumber = useRef(newestNumber);
  const onPageHidden = useEffectEvent(() => {
    if (!isPageVisibleAndFocused() && atBottom && newestNumber > 0 && read_number >= newestNumber)
      setReadNumber(newestNumber);
  });
  useEffect(() => {
    const onLeave = () => onPageHidden();
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
      !atBottom &&
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
