import { IconArrowDown } from "@tabler/icons-react";
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import { toast } from "../../kit/ui/toast.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { pressOnMessage } from "./message-keys.ts";
import styles from "./message-list.module.css";
import { MessageRow } from "./message-row.tsx";
import { useRoomActs } from "./room-context.ts";
import { type Row, rowsOf } from "./rows.ts";
import { DayRow, SendRow, UnreadRow } from "./send-row.tsx";
import { discardSend, retrySend } from "./sends.ts";
import { forgetOlder, loadAbove, loadBelow, openNewest, type Room } from "./store.ts";
import type { Timeline } from "./timeline.ts";
import { near, type Sight, type Target, useDrawnRows } from "./use-drawn-rows.ts";
import { useMessageActs } from "./use-message-acts.ts";

interface Props {
  placeKey: string;
  room: Room;
  timeline: Timeline;
  userId: string;
  /** The language to mark the reader's own texts with until the server has found it out. */
  ownLanguage: string;
  /** Draws the line above what came after this `number`. */
  readNumber: number | null;
  /** The message that a link led to. */
  found: string | null;
  /** Told whether the newest message is in sight. */
  onBottom: (atBottom: boolean) => void;
}

/** Pixels from the beginning or the end of what is known at which more is fetched: before the reader gets there. */
const ahead = 1200;

/** Memoised: what else changes about a conversation does not draw its messages again. */
export const MessageList = memo(function MessageList({
  placeKey,
  room,
  timeline,
  userId,
  ownLanguage,
  readNumber,
  found,
  onBottom,
}: Props) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const roomActs = useRoomActs();
  const acts = useMessageActs();
  const { above, below } = timeline;
  const rows = useMemo(
    () => rowsOf(timeline, { format, userId, readNumber }),
    [timeline, format, userId, readNumber],
  );
  const target = useTarget(rows, found);
  const sticking = useRef(true);
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const last = rows.at(-1);
  const newest = timeline.messages.at(-1)?.number ?? 0;
  const lastOwn = useMemo(() => lastOwnOf(timeline, userId), [timeline, userId]);
  const { scroller, list, drawn, space, toEnd } = useDrawnRows(rows, {
    target,
    follow: !below,
    fetching: room.loadingAbove || room.loadingBelow,
    onLook: look,
  });
  const toNewest = () => (below ? void openNewest(placeKey).then(toEnd) : toEnd());

  // A message of one's own leads to the end; whoever else's are in sight only where the reader is there already.
  const lastKey = last?.key;
  const ownLast = last?.kind === "send";
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs for the row that came
  useLayoutEffect(() => {
    if (ownLast) toEnd();
  }, [lastKey]);

  useEffect(() => {
    if (lastKey !== undefined && sticking.current && !below) forgetOlder(placeKey);
  }, [lastKey, below, placeKey]);

  async function loadOlder(): Promise<void> {
    try {
      await loadAbove(placeKey);
    } catch {
      toast(t("olderFailed"), "error");
    }
  }

  async function loadNewer(): Promise<void> {
    try {
      await loadBelow(placeKey);
    } catch {
      toast(t("newerFailed"), "error");
    }
  }

  function look({ above: pixelsAbove, below: pixelsBelow }: Sight): void {
    const atEnd = !below && pixelsBelow < near;
    if (atEnd !== sticking.current) {
      sticking.current = atEnd;
      onBottom(atEnd);
      setLeftAt(atEnd ? null : newest);
    }
    if (above && !room.loadingAbove && drawn.start === 0 && pixelsAbove < ahead) void loadOlder();
    if (below && !room.loadingBelow && pixelsBelow < ahead) void loadNewer();
  }

  return (
    <div className={styles.frame}>
      <section
        ref={scroller}
        className={styles.scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        tabIndex={0}
        aria-label={t("list")}
        onKeyDown={(event) => pressOnMessage(event, { messages: timeline.messages, room: roomActs, acts })}
      >
        <div className={styles.content}>
          <div className={styles.head}>
            {above ? (
              <span role="status">{room.loadingAbove ? t("loadingOlder") : ""}</span>
            ) : (
              <span>{rows.length > 0 && timeline.parentId === null ? t("beginning") : ""}</span>
            )}
          </div>
          <div ref={list}>
            {rows.slice(drawn.start, drawn.end).map((row) => (
              <Item
                key={row.key}
                row={row}
                isLast={row === last}
                placeKey={placeKey}
                userId={userId}
                ownLanguage={ownLanguage}
                found={found}
                lastOwn={lastOwn}
              />
            ))}
          </div>
          <div style={{ height: space }} />
        </div>
      </section>
      {(leftAt !== null || below) && (
        <div className={styles.jump}>
          <Button
            size="xs"
            radius={999}
            leftSection={<IconArrowDown size={16} stroke={2} aria-hidden="true" />}
            onClick={toNewest}
          >
            {leftAt !== null && newest > leftAt && !below
              ? t("newMessages", { count: newest - leftAt })
              : t("toNewest")}
          </Button>
        </div>
      )}
    </div>
  );
});

/** None in a thread, and none while newer ones may follow. */
function lastOwnOf({ messages, parentId, below }: Timeline, userId: string): string | null {
  if (parentId !== null || below) return null;
  return messages.findLast(({ user_id, deleted }) => user_id === userId && !deleted)?.id ?? null;
}

interface RowProps<R extends Row> {
  row: R;
  placeKey: string;
  userId: string;
  ownLanguage: string;
  found: string | null;
  /** The reader's newest message of a room, by its id. */
  lastOwn: string | null;
}

/** Memoised: what is drawn further above or below does not draw it again. */
const Item = memo(function Item({ isLast, ...props }: RowProps<Row> & { isLast: boolean }) {
  return (
    <div data-last={isLast || undefined} className={styles.item}>
      <RowView {...props} />
    </div>
  );
});

function RowView(props: RowProps<Row>) {
  const { row, found, lastOwn } = props;
  const { editing } = useRoomActs();
  switch (row.kind) {
    case "day":
      return <DayRow label={row.label} />;
    case "unread":
      return <UnreadRow />;
    case "message":
      return (
        <MessageRow
          message={row.message}
          grouped={row.grouped}
          editing={editing === row.message.id}
          found={found === row.message.id}
          last={lastOwn === row.message.id}
        />
      );
    case "send":
      return <Sending {...props} row={row} />;
  }
}

function Sending({ row, placeKey, userId, ownLanguage }: RowProps<Extract<Row, { kind: "send" }>>) {
  return (
    <SendRow
      send={row.send}
      grouped={row.grouped}
      userId={userId}
      language={ownLanguage}
      onRetry={retrySend}
      onDiscard={(clientId) => discardSend(placeKey, clientId)}
    />
  );
}

/** Begins at the message that a link led to, else at the unread line where there is one, else at the end. */
function useTarget(rows: readonly Row[], found: string | null): Target | null {
  const [line] = useState<Target | null>(() =>
    rows.some(({ kind }) => kind === "unread") ? { key: "unread", align: "start" } : null,
  );
  if (found === null) return line;
  const led = rows.find((row) => row.kind === "message" && row.message.id === found);
  return led ? { key: led.key, align: "center" } : line;
}
