import type { Conversation } from "@kakehashi/contract/conversations";
import type { Message } from "@kakehashi/contract/messages";
import { IconMessageCircle } from "@tabler/icons-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isOutage, outagePause } from "../../kit/api-error.ts";
import { EmptyState, useErrorText } from "../../kit/ui/states.tsx";
import { toast } from "../../kit/ui/toast.tsx";
import { isWatched, showConversation } from "../conversations/open.ts";
import { markRead } from "../conversations/queries.ts";
import { markUnread } from "./acts.ts";
import { PlaceView, type Reader } from "./place-view.tsx";
import { newestOf, useRoom } from "./use-room.ts";
import { Writers } from "./writers.tsx";

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
  const textOf = useErrorText();
  const { id, kind, partner, role } = conversation;
  const [unread, setUnread] = useState<Unread>(() =>
    conversation.unread_count > 0
      ? { readNumber: conversation.read_number, count: conversation.unread_count }
      : { readNumber: null, count: null },
  );
  const setReadNumber = useCallback((readNumber: number) => setUnread({ readNumber, count: null }), []);
  const [atBottom, setAtBottom] = useState(true);
  /** Marked unread on purpose: it stays so until the reader comes again. */
  const keptUnread = useRef(false);

  useEffect(() => showConversation(id), [id]);

  const onUnread = useCallback(
    (message: Message) => {
      keptUnread.current = true;
      setReadNumber(message.number - 1);
      markUnread(message).then(
        () => toast(t("markedUnread")),
        (error) => {
          keptUnread.current = false;
          toast(textOf(error), "error");
        },
      );
    },
    [t, textOf, setReadNumber],
  );
  const onRead = useCallback(() => {
    keptUnread.current = false;
    setUnread({ readNumber: null, count: null });
    markRead(id).catch((error) => toast(textOf(error), "error"));
  }, [id, textOf]);

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
      <Reading
        conversation={conversation}
        atBottom={atBottom}
        setReadNumber={setReadNumber}
        keptUnread={keptUnread}
      />
      <PlaceView
        placeKey={id}
        reader={here}
        readNumber={unread.readNumber}
        unreadCount={unread.count}
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
const glance = 300;

interface ReadingProps {
  conversation: Conversation;
  atBottom: boolean;
  setReadNumber: (number: number) => void;
  keptUnread: { readonly current: boolean };
}

/**
 * Marks as read what somebody looks at; what arrives while they look elsewhere gets the unread line. Of its own: it
 * follows each message that arrives, and the rest of the view need not.
 */
function Reading({ conversation, atBottom, setReadNumber, keptUnread }: ReadingProps): null {
  const { id, read_number } = conversation;
  const newest = useRoom(id, newestOf)?.number ?? 0;
  const [watched, setWatched] = useState(isWatched);
  useEffect(() => {
    const watch = () => setWatched(isWatched());
    const leave = () => {
      if (isWatched()) return watch();
      watch();
      if (atBottom && newest > 0) setReadNumber(newest);
    };
    addEventListener("focus", watch);
    addEventListener("blur", leave);
    document.addEventListener("visibilitychange", leave);
    return () => {
      removeEventListener("focus", watch);
      removeEventListener("blur", leave);
      document.removeEventListener("visibilitychange", leave);
    };
  }, [atBottom, newest, setReadNumber]);

  useEffect(() => {
    if (!watched || !atBottom || newest <= read_number || keptUnread.current) return;
    // Without a connection it is asked for again with the next message; the mark only ever moves forward.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const mark = () =>
      void markRead(id, newest).catch((error) => {
        if (timer !== undefined && isOutage(error)) timer = setTimeout(mark, outagePause);
      });
    timer = setTimeout(mark, glance);
    return () => {
      clearTimeout(timer);
      timer = undefined;
    };
  }, [watched, atBottom, newest, read_number, id, keptUnread]);
  return null;
}
