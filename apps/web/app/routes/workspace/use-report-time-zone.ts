import type { Account } from "@kakehashi/contract/users";
import { useEffect, useEffectEvent } from "react";
import { runWhenReaderIdle } from "../../kit/idle.ts";

/** How many milliseconds this device waits before it reports its time zone, so that the page can load first. */
const reportDelayMs = 3_000;

/**
 * Reports this device's time zone to the server once per visit. Other people then see what time it is for this person.
 */
export function useDeviceTimeZoneReporting(account: Account | null | undefined): void {
  const userId = account?.id;
  const reportTimeZone = useEffectEvent(() => {
    if (!account) return;
    // Ignore an error, for example while offline. The next visit reports the time zone.
    void import("./report-time-zone.ts").then((time) => time.reportTimeZone(account)).catch(() => undefined);
  });
  useEffect(
    () => (userId === undefined ? undefined : runWhenReaderIdle(reportDelayMs, reportTimeZone)),
    [userId],
  );
}
