import type { BroadcastReaderTime } from "@kakehashi/contract/bot-broadcasts";
import { momentOf } from "@kakehashi/contract/local-time";
import { isTimeZone } from "@kakehashi/contract/user-settings";
import type { Executor } from "../../kit/db/database.ts";
import { listZones } from "./audience-store.ts";
import type { SendingRow } from "./sending-store.ts";

// Broadcasts that come when each visitor's own clock shows a time.

/** The time zone in which a day begins first, 14 hours before UTC. */
const firstZone = "Pacific/Kiritimati";

/** Returns the moment at which the clocks of this zone show the time. */
function momentAt({ at }: BroadcastReaderTime, zone: string): Date {
  const moment = momentOf(at, zone);
  if (!moment) throw new Error(`No date and time: ${at}`);
  return moment;
}

/** Returns the moment for visitors whose time zone is not known. */
export const momentForUnknownZone = (time: BroadcastReaderTime): Date => momentAt(time, time.time_zone);

/** Returns the moment at which the first clocks of the world show the time. */
export const firstMomentInWorld = (time: BroadcastReaderTime): Date => momentAt(time, firstZone);

/** Returns the moment for each time zone of the broadcast's audience. The empty zone stands for an unknown one. */
export async function momentsByZone(
  db: Executor,
  { bot_id, audience }: Pick<SendingRow, "bot_id" | "audience">,
  time: BroadcastReaderTime,
): Promise<Map<string, Date>> {
  const zones = await listZones(db, bot_id, audience);
  // A zone that another process has stored may be unknown to this one.
  return new Map(
    zones.map((zone) => [zone, isTimeZone(zone) ? momentAt(time, zone) : momentForUnknownZone(time)]),
  );
}

/** Returns the first of the moments. If there are none, that of the time's own zone. */
export const firstMomentOf = (dues: ReadonlyMap<string, Date>, time: BroadcastReaderTime): Date =>
  dues.size === 0
    ? momentForUnknownZone(time)
    : new Date(Math.min(...[...dues.values()].map((moment) => moment.getTime())));

/** Returns the seconds until a moment, at least 1. */
export const secondsUntil = (moment: Date): number =>
  Math.max(1, Math.ceil((moment.getTime() - Date.now()) / 1_000));
