import type { Conversation } from "@kakehashi/contract/conversations";
import { type RefObject, startTransition, useEffect, useMemo, useRef } from "react";
import { computeRetryWaitMs, isTemporaryError } from "../../kit/api-error.ts";
import { markRead } from "../conversations/queries.ts";
import type { ReadTracker } from "./state/read-tracker.ts";

/** The read mark is sent to the server this many milliseconds after the reader saw the last newly read message. */
const readDelayMs = 300;

/** Reports to the server up to which message the reader has read the conversation. */
export function useReadTracker(
  { id, read_number }: Conversation,
  keptUnreadFromNumber: RefObject<number | null>,
  setReadNumber: (number: number) => void,
): ReadTracker {
  /**
   * The highest `number` up to which messages were reported as read to the server, including a report that is still
   * being sent.
   */
  const reportedReadNumber = useRef(read_number);
  const saveTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const jumpedFromNumber = useRef<number>(undefined);
  const previousReadNumber = useRef(read_number);
  useEffect(() => {
    const keptUnreadFrom = keptUnreadFromNumber.current;
    // When a person writes a message, on any of their devices, all messages before it count as read.
    if (
      keptUnreadFrom !== null &&
      previousReadNumber.current <= keptUnreadFrom &&
      read_number > keptUnreadFrom
    )
      keptUnreadFromNumber.current = null;
    previousReadNumber.current = read_number;
    reportedReadNumber.current =
      keptUnreadFrom === null ? Math.max(reportedReadNumber.current, read_number) : read_number;
  }, [read_number, keptUnreadFromNumber]);
  useEffect(() => () => clearTimeout(saveTimer.current), []);
  return useMemo(() => {
    function saveReadMark(): void {
      if (keptUnreadFromNumber.current !== null) return;
      // The request can only move the read mark forward. So it does no harm if a request that is outdated is sent after
      // an outage.
      markRead(id, reportedReadNumber.current).catch((error) => {
        if (isTemporaryError(error)) saveTimer.current = setTimeout(saveReadMark, computeRetryWaitMs(error));
      });
    }
    return {
      get readNumber() {
        return keptUnreadFromNumber.current === null ? reportedReadNumber.current : Number.POSITIVE_INFINITY;
      },
      onMessagesSeen(number) {
        reportedReadNumber.current = number;
        clearTimeout(saveTimer.current);
        saveTimer.current = setTimeout(saveReadMark, readDelayMs);
      },
      onJumpToEnd() {
        if (jumpedFromNumber.current === reportedReadNumber.current) return;
        jumpedFromNumber.current = reportedReadNumber.current;
        startTransition(() => setReadNumber(reportedReadNumber.current));
      },
    };
  }, [id, keptUnreadFromNumber, setReadNumber]);
}
