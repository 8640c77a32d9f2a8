import { type RefObject, startTransition, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toastError } from "../../../kit/toast.ts";
import { type Row, unreadKey } from "../state/rows.ts";
import { openAfter } from "../state/store.ts";
import type { Timeline } from "../state/timeline.ts";
import type { Drawn } from "./drawn.ts";
import { lineOf, unreadSince } from "./unread.ts";
import type { Target } from "./use-drawn-rows.ts";

interface Given {
  placeKey: string;
  timeline: Timeline;
  rows: readonly Row[];
  userId: string;
  /** The line stands above what came after this `number`. */
  readNumber: number | null;
  /** How many were unread when the place was opened, where that is known. */
  unreadCount: number | null;
  /** The message that a link led to. */
  found: string | null;
}

interface Shown {
  readonly drawn: Drawn;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly list: RefObject<HTMLElement | null>;
}

/** Where the list begins or goes to, and what unread messages wait above what is in sight. */
export function useUnread({ placeKey, timeline, rows, userId, readNumber, unreadCount, found }: Given) {
  const { t } = useTranslation("messages");
  /** The line that the reader asked for, and the link that led them here before. */
  const [asked, setAsked] = useState<{ key: string; found: string | null } | null>(null);
  const [begin] = useState(() => rows.find(({ kind }) => kind === "unread")?.key);
  const target = targetIn(
    rows,
    found,
    asked && (found ?? asked.found) === asked.found ? asked.key : null,
    begin,
  );
  /** The line that was in sight: who has been there need not be led. */
  const seen = useRef<string | null>(null);
  const [waits, setWaits] = useState(false);
  const line = useMemo(
    () => (readNumber === null ? -1 : rows.findIndex(({ kind }) => kind === "unread")),
    [rows, readNumber],
  );
  // A thread is short, and its line is set by its reader.
  const key = readNumber === null || timeline.parentId !== null ? null : unreadKey(readNumber);

  /** To be called after each scrolling, with what is drawn. */
  function look({ drawn, scroller, list }: Shown): void {
    let above = false;
    if (readNumber !== null && key !== null && seen.current !== key) {
      const place = lineOf(timeline, { line, drawn, readNumber }, () => {
        const [view, row] = [scroller.current, list.current?.children[line - drawn.start]];
        if (!view || !row) return "below";
        const [sight, box] = [view.getBoundingClientRect(), row.getBoundingClientRect()];
        if (box.bottom <= sight.top) return "above";
        return box.top < sight.bottom ? "in sight" : "below";
      });
      if (place === "in sight") seen.current = key;
      above = place === "above";
    }
    if (above !== waits) startTransition(() => setWaits(above));
  }

  async function jump(): Promise<void> {
    if (readNumber === null || key === null) return;
    try {
      if (line < 0) await openAfter(placeKey, readNumber);
      setAsked({ key, found });
    } catch (error) {
      toastError(error);
    }
  }

  const count =
    waits && readNumber !== null
      ? line < 0 && unreadCount !== null
        ? unreadCount
        : unreadSince(timeline, readNumber, userId)
      : 0;
  return { target, look, jump, label: count > 0 ? t("unreadAbove", { count }) : null };
}

/** The line that was asked for, else the message that a link led to, else the line that stood there at the beginning. */
function targetIn(
  rows: readonly Row[],
  found: string | null,
  asked: string | null,
  begin: string | undefined,
): Target | null {
  if (asked !== null) return { key: asked, align: "start" };
  const led =
    found === null ? undefined : rows.find((row) => row.kind === "message" && row.message.id === found);
  if (led) return { key: led.key, align: "center" };
  return begin === undefined ? null : { key: begin, align: "start" };
}
