import { sql } from "kysely";

/**
 * The time this many seconds from now, by the database's clock. The same clock decides later whether that
 * time has passed.
 */
export const secondsFromNow = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;
