import type { TFunction } from "i18next";
import { useEffect, useRef } from "react";
import { ApiError, minimumRetryWaitMs } from "../../../kit/api-error.ts";
import { toast } from "../../../kit/toast.ts";
import { onLiveConnect } from "../../live/connection.ts";
import { loadNewerPage, loadOlderPage } from "../state/pages.ts";

const optionsByDirection = {
  above: { load: loadOlderPage, failed: "olderFailed" },
  below: { load: loadNewerPage, failed: "newerFailed" },
} as const;

/**
 * Returns a function that loads older or newer messages. For a moment after a failed request, the function does
 * nothing. A new live connection ends this pause and calls `retry`.
 */
export function useFetchMoreMessages(
  chatKey: string,
  t: TFunction<"messages">,
  retry: () => void,
): (direction: keyof typeof optionsByDirection) => void {
  const pausedUntilMs = useRef(0);
  useEffect(
    () =>
      onLiveConnect(() => {
        pausedUntilMs.current = 0;
        retry();
      }),
    [retry],
  );
  return (direction) => {
    if (performance.now() < pausedUntilMs.current) return;
    const { load, failed } = optionsByDirection[direction];
    load(chatKey).catch((error) => {
      pausedUntilMs.current = performance.now() + minimumRetryWaitMs;
      // The reader was removed from the conversation during the request. Show no error, because the page shows the
      // removal.
      if (error instanceof ApiError && error.status === 404) return;
      toast(t(failed), "error");
    });
  };
}
