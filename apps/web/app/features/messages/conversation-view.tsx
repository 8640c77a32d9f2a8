import type { Conversation } from "@kakehashi/contract/conversations";
import type { Message } from "@kakehashi/contract/messages";
import { IconMessageCircle } from "@tabler/icons-react";
import {
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
import { isOutage, pauseMs } from "../../kit/api-error.ts";
import { toast, toastError } from "../../kit/toast.ts";
import { EmptyState } from "../../kit/ui/states.tsx";
import { isWatched, showConversation } from "../conversations/open.ts";
import { markRead } from "../conversations/queries.ts";
import { Writers } from "./composer/writers.tsx";
import { firstUnreadOf } from "./list/unread.ts";
import { PlaceView, type Reader } from "./place-view.tsx";
import { markUnread } from "./state/acts.ts";
import type { SeenNumber } from "./state/seen-number.ts";
import { newestOf, useRoom } from "./state/use-room.ts";

interface Props {
  conversation: Conversation;
  reader: Omit<Reader, "role">;
  /** The message that a link led to. */
  found: string | null;
  openThread: (message: Message) => void;
  onElsewhere: (message: Message) => void;
}

/** What was not read when somebody came: after which `number`, and how many, where that is known. */
interface Unread {
  readonly readNumber: number | null;
  readonly count: number | null;
}

/** The messages of one conversation and the place to write. Give it the conversation's id as key. */
export function ConversationView({ conversation, reader, found, openThread, onElsewhere }: Props) {
  const { t } = useTranslation("messages");
  const { id, kind, partner, role, read_number } = conversation;
  const [unread, setUnread] = useState<Unread>(() =>
    conversation.unread_count > 0
      ? { readNumber: conversation.read_number, count: conversation.unread_count }
      : { readNumber: null, count: null },
  );
  const [firstUnread] = useState(() => firstUnreadOf(conversation));
  // Who has read on from there is not led back to it.
  const openAfter = firstUnread !== null && read_number > firstUnread ? null : firstUnread;
  const setReadNumber = useCallback((readNumber: number) => setUnread({ readNumber, count: null }), []);
  const [atBottom, setAtBottom] = useState(true);
  /** Marked unread on purpose after this `number`: it stays so until the reader comes again, or writes. */
  const keptUnread = useRef<number>(null);

  const keepUnread = useCallback(
    (readNumber: number) => {
      keptUnread.current = readNumber;
      setReadNumber(readNumber);
    },
    [setReadNumber],
  );
  useEffect(() => {
    // What is kept unread gathers what arrives, too.
    const atEnd = () => atBottom && keptUnread.current === null;
    return showConversation({ id, atEnd, keepUnread });
  }, [id, atBottom, keepUnread]);
  const reading = useSeenNumber(conversation, keptUnread, setReadNumber);

  const onUnread = useCallback(
    (message: Message) => {
      keepUnread(message.number - 1);
      markUnread(message).then(
        () => toast(t("markedUnread")),
        (error) => {
          keptUnread.current = null;
          toastError(error);
        },
      );
    },
    [t, keepUnread],
  );
  const onRead = useCallback(() => {
    keptUnread.current = null;
    setUnread({ readNumber: null, count: null });
    markRead(id).catch(toastError);
  }, [id]);

  // The same as long as nothing of them changes: the conversation does with each message.
  const here = useMemo(() => ({ ...reader, role }), [reader, role]);
  const empty = useMemo(
    () => (
      <EmptyState
        icon={<IconMessageCircle size={24} stroke={1.6} />}
        title={kind === "MY_CHAT" ? t("myChatTitle") : t("emptyTitle")}
        text={kind === "MY_CHAT" ? t("myChatText") : t("emptyText")}
      />
    ),
    [kind, t],
  );

  return (
    <>
      <NewSince conversation={conversation} atBottom={atBottom} setReadNumber={setReadNumber} />
      <PlaceView
        placeKey={id}
        reader={here}
        readNumber={unread.readNumber}
        unreadCount={unread.count}
        openAfter={openAfter}
        seen={reading}
        unreadLeft={conversation.unread_count > 0 && !atBottom}
        found={found}
        closed={partner?.deleted ? t("partnerGone") : undefined}
        placeholder={partner ? t("writeTo", { name: partner.name }) : t("write")}
        type="chat"
        openThread={openThread}
        onUnread={onUnread}
        onBottom={setAtBottom}
        onElsewhere={onElsewhere}
        onRead={onRead}
        empty={empty}
      />
      <Writers placeKey={id} userId={reader.userId} />
    </>
  );
}

/** Milliseconds of looking before what is shown counts as read. */
const lookingMs = 300;

/** Tells the server how far the reader has seen the conversation. */
function useSeenNumber(
  { id, read_number }: Conversation,
  keptUnread: RefObject<number | null>,
  setReadNumber: (number: number) => void,
): SeenNumber {
  /** What the server knows, or hears of in a moment. */
  const read = useRef(read_number);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leaptFrom = useRef<number>(undefined);
  const before = useRef(read_number);
  useEffect(() => {
    const kept = keptUnread.current;
    // Whoever writes has read what came before, here or on another device.
    if (kept !== null && before.current <= kept && read_number > kept) keptUnread.current = null;
    before.current = read_number;
    read.current = kept === null ? Math.max(read.current, read_number) : read_number;
  }, [read_number, keptUnread]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useMemo(() => {
    function mark(): void {
      if (keptUnread.current !== null) return;
      // The mark only ever moves forward: without a connection it is told again.
      markRead(id, read.current).catch((error) => {
        if (isOutage(error)) timer.current = setTimeout(mark, pauseMs(error));
      });
    }
    return {
      get readNumber() {
        return keptUnread.current === null ? read.current : Number.POSITIVE_INFINITY;
      },
      see(number) {
        read.current = number;
        clearTimeout(timer.current);
        timer.current = setTimeout(mark, lookingMs);
      },
      leap() {
        if (leaptFrom.current === read.current) return;
        leaptFrom.current = read.current;
        startTransition(() => setReadNumber(read.current));
      },
    };
  }, [id, keptUnread, setReadNumber]);
}

interface NewSinceProps {
  conversation: Conversation;
  atBottom: boolean;
  setReadNumber: (number: number) => void;
}

/**
 * Puts the unread line above what arrives while the reader looks elsewhere: at another page, or at older messages. A
 * component of its own: it is drawn with each message that arrives, and the rest of the view is not.
 */
function NewSince({ conversation, atBottom, setReadNumber }: NewSinceProps): null {
  const { id, read_number } = conversation;
  const newest = useRoom(id, newestOf)?.number ?? 0;
  const before = useRef(newest);
  const leave = useEffectEvent(() => {
    if (!isWatched() && atBottom && newest > 0 && read_number >= newest) setReadNumber(newest);
  });
  useEffect(() => {
    const onLeave = () => leave();
    addEventListener("blur", onLeave);
    document.addEventListener("visibilitychange", onLeave);
    return () => {
      removeEventListener("blur", onLeave);
      document.removeEventListener("visibilitychange", onLeave);
    };
  }, []);
  const arrive = useEffectEvent(() => {
    const known = before.current;
    before.current = newest;
    if (!atBottom && known > 0 && newest > known && read_number === known) setReadNumber(known);
  });
  useEffect(() => {
    if (newest > 0) arrive();
  }, [newest]);
  return null;
}
