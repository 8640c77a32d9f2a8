import { z } from "zod";

/** The years that JavaScript, PostgreSQL and ISO 8601 write alike, with four digits; PostgreSQL knows no year 0. */
const first = Date.parse("0001-01-01T00:00:00Z");
const last = Date.parse("9999-12-31T23:59:59.999Z");

function isWithin(given: string): boolean {
  const time = Date.parse(given);
  return time >= first && time <= last;
}

/**
 * A moment that a caller names, as every input of the contract takes it: ISO 8601 with a `Z` or an offset, in UTC from the
 * year 1 to 9999, else refused as `moment`. Read as UTC to the millisecond (`2026-11-22T09:30:00.000Z`): PostgreSQL takes
 * no offset past 15:59.
 */
export const momentSchema = z.iso
  .datetime({ offset: true, error: "moment" })
  .refine(isWithin, { error: "moment" })
  .transform((given) => new Date(given).toISOString());

/** A day that a caller names (`2026-11-22`), in the same years. */
export const daySchema = z.iso.date({ error: "moment" }).refine(isWithin, { error: "moment" });
