import { parseLocalDateTime } from "./local-time.ts";

/** Maximum number of days that a broadcast can be scheduled ahead. */
export const maximumScheduleDays = 90;
const dayMs = 24 * 3_600_000;

interface PlannedTime {
  readonly scheduled_at: string | null;
  readonly reader_time: { readonly at: string; readonly time_zone: string } | null;
}

/**
 * Checks the times of a broadcast. Returns the name of the field whose time is in the past or too far ahead. Null: both
 * fields are valid. `reader_time` is a time on each visitor's own clock. It is checked in `reader_time.time_zone`, the
 * time zone for visitors whose own zone is unknown.
 */
export function findInvalidTimeField(
  { scheduled_at, reader_time }: PlannedTime,
  nowMs = Date.now(),
): "scheduled_at" | "reader_time.at" | null {
  const isInvalidTime = (plannedMoment: Date | null) => {
    const waitingTimeMs = plannedMoment === null ? Number.NaN : plannedMoment.getTime() - nowMs;
    return !(waitingTimeMs > 0 && waitingTimeMs <= maximumScheduleDays * dayMs);
  };
  if (scheduled_at !== null && isInvalidTime(new Date(scheduled_at))) return "scheduled_at";
  if (reader_time !== null && isInvalidTime(parseLocalDateTime(reader_time.at, reader_time.time_zone)))
    return "reader_time.at";
  return null;
}
