import { sql } from "kysely";

/**
 * The moment this many seconds from now, by the database's clock. The same clock decides later whether it has
 * passed.
 */
export const after = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;
