import type { BroadcastReaderTime } from "@kakehashi/contract/bot-broadcasts";
import { parseLocalDateTime } from "@kakehashi/contract/local-time";
import { isTimeZone } from "@kakehashi/contract/user-settings";
import type { Executor } from "../../kit/db/database.ts";
import { listAudienceTimeZones } from "./audience-store.ts";
import type { BroadcastRowForSending } from "./sending-store.ts";

// A broadcast can be sent by the visitors' own clocks: each visitor gets it when clocks in their time zone show the
// planned time. These functions compute that moment for each zone.

/** The time zone in which each day begins first, 14 hours before UTC. */
const earliestTimeZone = "Pacific/Kiritimati";

/** Returns the moment at which clocks in this time zone show the broadcast's time. */
function computeTimeInZone({ at }: BroadcastReaderTime, timeZone: string): Date {
  const timeInZone = parseLocalDateTime(at, timeZone);
  if (!timeInZone) throw new Error(`No date and time: ${at}`);
  return timeInZone;
}

/**
 * Returns the moment at which visitors without a known time zone get the broadcast. It is computed with the time zone
 * that is stored with the planned time.
 */
export const computeTimeForUnknownZone = (time: BroadcastReaderTime): Date =>
  computeTimeInZone(time, time.time_zone);

/** Returns the moment at which the first clocks of the world show the broadcast's time. */
export const computeEarliestTimeWorldwide = (time: BroadcastReaderTime): Date =>
  computeTimeInZone(time, earliestTimeZone);

/**
 * Returns, for each time zone of the broadcast's audience, the moment at which clocks there show the broadcast's time.
 * An empty string stands for an unknown zone.
 */
export async function computeTimesByZone(
  db: Executor,
  { bot_id, audience }: Pick<BroadcastRowForSending, "bot_id" | "audience">,
  time: BroadcastReaderTime,
): Promise<Map<string, Date>> {
  const timeZones = await listAudienceTimeZones(db, bot_id, audience);
  // Another process may have stored a time zone that this process does not know. Such a zone is treated as unknown.
  return new Map(
    timeZones.map((timeZone) => [
      timeZone,
      isTimeZone(timeZone) ? computeTimeInZone(time, timeZone) : computeTimeForUnknownZone(time),
    ]),
  );
}

/**
 * Returns the earliest moment at which visitors get the broadcast. If the audience is empty, uses the time zone that is
 * stored with the planned time.
 */
export const findEarliestTimeOfAudience = (
  dueByTimeZone: ReadonlyMap<string, Date>,
  time: BroadcastReaderTime,
): Date =>
  dueByTimeZone.size === 0
    ? computeTimeForUnknownZone(time)
    : new Date(Math.min(...[...dueByTimeZone.values()].map((dueTime) => dueTime.getTime())));

/** Returns the seconds until a moment, but at least 1. */
export const countSecondsUntil = (dueTime: Date): number =>
  Math.max(1, Math.ceil((dueTime.getTime() - Date.now()) / 1_000));
