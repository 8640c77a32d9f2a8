import type { TFunction } from "i18next";
import { useEffect, useRef } from "react";
import { outagePauseMs } from "../../../kit/api-error.ts";
import { toast } from "../../../kit/toast.ts";
import { onLiveConnect } from "../../live/connection.ts";
import { loadAbove, loadBelow } from "../state/pages.ts";

const sides = {
  above: { load: loadAbove, failed: "olderFailed" },
  below: { load: loadBelow, failed: "newerFailed" },
} as const;

/**
 * Fetches the messages above or below those that are known. What failed is not asked for again with each turn of the
 * wheel, but with the next connection at once: then `retry` is called.
 */
export function useFetchMore(
  chatKey: string,
  t: TFunction<"messages">,
  retry: () => void,
): (side: keyof typeof sides) => void {
  const pausedUntilMs = useRef(0);
  useEffect(
    () =>
      onLiveConnect(() => {
        pausedUntilMs.current = 0;
        retry();
      }),
    [retry],
  );
  return (side) => {
    if (performance.now() < pausedUntilMs.current) return;
    const { load, failed } = sides[side];
    load(chatKey).catch(() => {
      pausedUntilMs.current = performance.now() + outagePauseMs;
      toast(t(failed), "error");
    });
  };
}
