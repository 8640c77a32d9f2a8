import { IconArrowDown } from "@tabler/icons-react";
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { outagePause } from "../../kit/api-error.ts";
import { Button } from "../../kit/ui/button.tsx";
import { toast } from "../../kit/ui/toast.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { onLiveConnect } from "../live/connection.ts";
import { pressOnMessage } from "./message-keys.ts";
import styles from "./message-list.module.css";
import { MessageRow } from "./message-row.tsx";
import { useRoomActs } from "./room-context.ts";
import { forgetOlder, type Room } from "./rooms.ts";
import { type Row, rowsOf } from "./rows.ts";
import { DayRow, SendRow, UnreadRow } from "./send-row.tsx";
import { discardSend, retrySend } from "./sends.ts";
import { loadAbove, loadBelow, openNewest } from "./store.ts";
import type { Timeline } from "./timeline.ts";
import { near, type Sight, type Target, useDrawnRows } from "./use-drawn-rows.ts";
import { useMessageActs } from "./use-message-acts.ts";
import { useQuietWheel } from "./use-quiet-wheel.ts";
import { useRoom } from "./use-room.ts";

interface Props {
  placeKey: string;
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
export const MessageList = memo(function MessageList(props: Props) {
  const timeline = useRoom(props.placeKey, timelineOf);
  return timeline && <List timeline={timeline} {...props} />;
});
const timelineOf = ({ timeline }: Room) => timeline;

function List({
  placeKey,
  timeline,
  userId,
  ownLanguage,
  readNumber,
  found,
  onBottom,
}: Props & { timeline: Timeline }) {
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
  const { scroller, list, drawn, space, toEnd, lookSoon } = useDrawnRows(rows, {
    target,
    follow: !below,
    onLook: look,
  });
  useQuietWheel(scroller);
  const toNewest = useCallback(
    () => (below ? void openNewest(placeKey).then(toEnd) : toEnd()),
    [below, placeKey, toEnd],
  );

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

  /** What failed is not asked for again with each turn of the wheel, but with the next connection at once. */
  const restUntil = useRef(0);
  useEffect(
    () =>
      onLiveConnect(() => {
        restUntil.current = 0;
        lookSoon();
      }),
    [lookSoon],
  );

  async function loadMore(load: typeof loadAbove, failure: string): Promise<void> {
    if (performance.now() < restUntil.current) return;
    try {
      await load(placeKey);
    } catch {
      restUntil.current = performance.now() + outagePause;
      toast(failure, "error");
    }
  }

  function look({ above: pixelsAbove, below: pixelsBelow }: Sight): void {
    const atEnd = !below && pixelsBelow < near;
    if (atEnd !== sticking.current) {
      sticking.current = atEnd;
      onBottom(atEnd);
      setLeftAt(atEnd ? null : newest);
    }
    if (above && drawn.start === 0 && pixelsAbove < ahead) void loadMore(loadAbove, t("olderFailed"));
    if (below && pixelsBelow < ahead) void loadMore(loadBelow, t("newerFailed"));
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
          <Beginning placeKey={placeKey} />
          <div ref={list}>
            {rows.slice(drawn.start, drawn.end).map((row) => (
              <Item
                key={row.key}
                row={row}
                placeKey={placeKey}
                userId={userId}
                ownLanguage={ownLanguage}
                found={row.kind === "message" && row.message.id === found}
                last={row.kind === "message" && row.message.id === lastOwn}
              />
            ))}
          </div>
          <div style={{ height: space }} />
        </div>
      </section>
      {(leftAt !== null || below) && (
        <div className={styles.jump}>
          <ToNewest count={leftAt !== null && !below ? newest - leftAt : 0} onPress={toNewest} />
        </div>
      )}
    </div>
  );
}

/** What stands above the topmost message: that there are more, or that there never were. */
function Beginning({ placeKey }: { placeKey: string }) {
  const { t } = useTranslation("messages");
  const text = useRoom(placeKey, ({ timeline, loadingAbove }) => {
    if (timeline?.above) return loadingAbove ? "loadingOlder" : null;
    return timeline?.parentId === null ? "beginning" : null;
  });
  return (
    <div className={styles.head} role="status">
      {text && t(text)}
    </div>
  );
}

const ToNewest = memo(function ToNewest({ count, onPress }: { count: number; onPress: () => void }) {
  const { t } = useTranslation("messages");
  return (
    <Button
      size="xs"
      radius={999}
      leftSection={<IconArrowDown size={16} stroke={2} aria-hidden="true" />}
      onClick={onPress}
    >
      {count > 0 ? t("newMessages", { count }) : t("toNewest")}
    </Button>
  );
});

/** None in a thread, and none while newer ones may follow. */
function lastOwnOf({ messages, parentId, below }: Timeline, userId: string): string | null {
  if (parentId !== null || below) return null;
  return messages.findLast(({ user_id, deleted }) => user_id === userId && !deleted)?.id ?? null;
}

interface ItemProps {
  row: Row;
  placeKey: string;
  userId: string;
  ownLanguage: string;
  /** A link led here. */
  found: boolean;
  /** The reader's newest message of a room. */
  last: boolean;
}

/** Memoised: what is drawn further above or below does not draw it again. */
const Item = memo(function Item({ row, placeKey, userId, ownLanguage, found, last }: ItemProps) {
  switch (row.kind) {
    case "day":
      return <DayRow label={row.label} />;
    case "unread":
      return <UnreadRow />;
    case "message":
      return <MessageRow message={row.message} grouped={row.grouped} found={found} last={last} />;
    case "send":
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
});

/** Begins at the message that a link led to, else at the unread line where there is one, else at the end. */
function useTarget(rows: readonly Row[], found: string | null): Target | null {
  const [line] = useState<Target | null>(() =>
    rows.some(({ kind }) => kind === "unread") ? { key: "unread", align: "start" } : null,
  );
  if (found === null) return line;
  const led = rows.find((row) => row.kind === "message" && row.message.id === found);
  return led ? { key: led.key, align: "center" } : line;
}
