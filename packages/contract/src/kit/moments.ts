import { z } from "zod";

/**
 * The first and the last supported year. JavaScript, PostgreSQL and ISO 8601 all write these years with four digits,
 * and PostgreSQL has no year 0.
 */
const earliestMomentMs = Date.parse("0001-01-01T00:00:00Z");
const latestMomentMs = Date.parse("9999-12-31T23:59:59.999Z");

function isStorableMoment(moment: string): boolean {
  const time = Date.parse(moment);
  return time >= earliestMomentMs && time <= latestMomentMs;
}

/**
 * A time in a request: ISO 8601 with `Z` or an offset, from year 1 to 9999 in UTC; otherwise the error is `moment`. The
 * result is in UTC with milliseconds (`2026-11-22T09:30:00.000Z`), because PostgreSQL accepts no offset above 15:59.
 */
export const momentSchema = z.iso
  .datetime({ offset: true, error: "moment" })
  .refine(isStorableMoment, { error: "moment" })
  .transform((moment) => new Date(moment).toISOString());

/** Whether a date exists in the calendar. JavaScript parses 30 February as 2 March. */
const isExistingDay = (day: string) => z.iso.date().safeParse(day).success;

/** A local date and time to the minute, without a time zone (`2026-11-22T09:30`), from year 1 to 9999. */
export const localDateTimeSchema = z
  .string()
  .max(16)
  .regex(/^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d$/, { error: "moment" })
  .refine((localTime) => isStorableMoment(`${localTime}:00Z`) && isExistingDay(localTime.slice(0, 10)), {
    error: "moment",
  });

/**
 * A date in a request (`2026-11-22`), from year 1 to 9999. An empty form field is refused with the message for empty
 * fields.
 */
export const daySchema = z.iso
  .date({ error: ({ input }) => (input === "" || input === undefined ? "required" : "day") })
  .refine(isStorableMoment, { error: "day" });

/** A date or a time in a request. A date is interpreted in UTC. */
export const dayOrMomentSchema = z.union(
  [z.iso.date({ error: "moment" }).refine(isStorableMoment, { error: "moment" }), momentSchema],
  { error: "moment" },
);
