import { sql } from "kysely";

/**
 * Returns an SQL expression for the time this many seconds from now. It uses the database's clock, because the database
 * also decides later whether that time has passed.
 */
export const secondsFromNowSql = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;
