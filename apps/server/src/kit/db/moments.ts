import { sql } from "kysely";

/**
 * Returns an SQL expression for the time this many seconds from now. It uses the clock of the database, because the
 * same clock later decides whether that time has passed.
 */
export const secondsFromNow = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;
