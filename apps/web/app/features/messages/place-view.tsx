import type { RoomRole } from "@kakehashi/contract/conversations";
import { isLanguage, type Language } from "@kakehashi/contract/languages";
import { withPlainMentions } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";
import { IconCloudOff } from "@tabler/icons-react";
import {
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../kit/api-error.ts";
import { Button } from "../../kit/ui/button.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { EmptyState, FailedState } from "../../kit/ui/states.tsx";
import { usePeopleIn } from "../conversations/members.ts";
import { DropArea } from "../files/attaching.tsx";
import type { Parcel } from "../files/parcel.ts";
import { Composer, type ComposerHandle } from "./composer/composer.tsx";
import styles from "./conversation-view.module.css";
import { Announcer } from "./list/announcer.tsx";
import { MessageList } from "./list/message-list.tsx";
import type { Waiting } from "./state/outbox.ts";
import { placeOf } from "./state/place.ts";
import { type RoomActs, RoomContext } from "./state/room-context.ts";
import { type Room, roomOf } from "./state/rooms.ts";
import type { SeenNumber } from "./state/seen-number.ts";
import { send } from "./state/sends.ts";
import { leaveRoom, openRoom } from "./state/store.ts";
import { useEditing } from "./state/use-editing.ts";
import { useRoom } from "./state/use-room.ts";

export interface Reader {
  userId: string;
  role: RoomRole;
  workingLanguage: Language | null;
}

interface Props {
  placeKey: string;
  reader: Reader;
  readNumber: number | null;
  /** How many were unread when it was opened, where that is known. */
  unreadCount?: number | null;
  /** Begins at the first message after this `number`; null for the newest messages. */
  openAfter?: number | null;
  /** Told up to which message the reader has seen the conversation. */
  seen?: SeenNumber | null;
  /** Unread messages are left that are not in sight. */
  unreadLeft?: boolean;
  found: string | null;
  placeholder: string;
  /** In the place of the composer, where nobody would read what is written. */
  closed?: string | undefined;
  empty: ReactNode;
  type: Waiting["type"];
  openThread: ((message: Message) => void) | null;
  onUnread: (message: Message) => void;
  onBottom: (atBottom: boolean) => void;
  /** Told of the message that the link led to where it is read in another place: a reply, in its thread. */
  onElsewhere: (message: Message) => void;
  /** The reader takes everything as read. */
  onRead?: () => void;
}

/**
 * The messages of a conversation, or the replies of a thread, and the place to write. Give it its key as key. Memoised:
 * with each message the conversation changes, and what is here follows it by itself.
 */
export const PlaceView = memo(function PlaceView({
  placeKey,
  reader,
  readNumber,
  unreadCount = null,
  openAfter = null,
  seen = null,
  unreadLeft = false,
  found,
  placeholder,
  closed,
  empty,
  type,
  openThread,
  onUnread,
  onBottom,
  onElsewhere,
  onRead = nothing,
}: Props) {
  const { t, i18n } = useTranslation(["messages", "common"]);
  const { userId, role, workingLanguage } = reader;
  const known = useRoom(placeKey, extentOf);
  const error = useRoom(placeKey, errorOf);
  const people = usePeopleIn(placeOf(placeKey).id);
  const composer = useRef<ComposerHandle>(null);
  const ownLanguage = workingLanguage ?? (isLanguage(i18n.language) ? i18n.language : "en");
  const changing = useEditing(placeKey, openThread === null);
  const { edit } = changing;

  const lead = useEffectEvent(onElsewhere);
  const begin = useEffectEvent((to: string | null) => openRoom(placeKey, to, openAfter));
  // Before the page is painted: messages that are known from before may not be those to begin with.
  useLayoutEffect(() => {
    let here = true;
    void begin(found).then((elsewhere) => {
      if (!here || !elsewhere) return;
      lead(elsewhere);
      // This place stands beside where it is read.
      void openRoom(placeKey);
    });
    return () => {
      here = false;
    };
  }, [placeKey, found]);
  useEffect(() => () => leaveRoom(placeKey), [placeKey]);

  const acts = useMemo(
    (): RoomActs => ({
      userId,
      role,
      closed: closed !== undefined,
      ...changing,
      quote(message) {
        const lines = withPlainMentions(message.content).split("\n");
        composer.current?.append(`${lines.map((line) => `> ${line}`).join("\n")}\n\n`);
      },
      rewrite: (content) => composer.current?.append(content),
      openThread,
      markUnread: onUnread,
    }),
    [userId, role, closed, changing, openThread, onUnread],
  );

  const editLast = useCallback(() => {
    const own = roomOf(placeKey).timeline?.messages.findLast(
      ({ user_id, deleted }) => user_id === userId && !deleted,
    );
    if (own) edit(own.id);
  }, [placeKey, userId, edit]);
  const attach = useCallback((files: File[]) => composer.current?.attach(files), []);
  const sendHere = useCallback(
    (content: string, parcel: Parcel) => send(placeKey, content, type, parcel),
    [placeKey, type],
  );

  // Nobody answers what they cannot read, nor would they see what of theirs waits there.
  const writable = closed === undefined && (known !== null || !error);

  return (
    <RoomContext value={acts}>
      <DropArea className={styles.place} onFiles={writable ? attach : null}>
        {known === "messages" ? (
          <MessageList
            placeKey={placeKey}
            userId={userId}
            ownLanguage={ownLanguage}
            readNumber={readNumber}
            unreadCount={unreadCount}
            found={found}
            seen={seen}
            unreadLeft={unreadLeft}
            onBottom={onBottom}
            onRead={onRead}
          />
        ) : (
          <div className={styles.empty}>
            {known === "empty" ? (
              empty
            ) : error ? (
              <Lost error={error} retry={() => openRoom(placeKey)} />
            ) : (
              <div className={styles.bones}>
                <SkeletonRows count={6} label={t("common:loading")} />
              </div>
            )}
          </div>
        )}
        {known && <Announcer placeKey={placeKey} userId={userId} />}
        {closed && <p className={styles.closed}>{closed}</p>}
        {writable && (
          <Composer
            ref={composer}
            placeKey={placeKey}
            placeholder={placeholder}
            people={people}
            userId={userId}
            ownLanguage={ownLanguage}
            onSend={sendHere}
            onEditLast={editLast}
          />
        )}
      </DropArea>
    </RoomContext>
  );
});

/** What was never read here waits for a connection, and comes with it; anything else has gone wrong. */
function Lost({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useTranslation(["messages", "common"]);
  if (!(error instanceof ApiError && error.status === 0)) return <FailedState error={error} retry={retry} />;
  return (
    <div role="alert">
      <EmptyState
        icon={<IconCloudOff size={24} stroke={1.6} />}
        title={t("notHereTitle")}
        text={t("notHereText")}
        action={<Button onClick={retry}>{t("common:retry")}</Button>}
      />
    </div>
  );
}

/** What a message changes draws the list alone. */
function extentOf({ timeline }: Room): "messages" | "empty" | null {
  if (!timeline) return null;
  const { messages, sends, lines } = timeline;
  return messages.length + sends.length + lines.length > 0 ? "messages" : "empty";
}
const errorOf = ({ error }: Room) => error;
const nothing = () => {};
