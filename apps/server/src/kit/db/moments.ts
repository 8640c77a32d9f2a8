import { sql } from "kysely";

/**
 * The moment in so many seconds, by the database's clock. The same clock decides later whether it has passed.
 */
export const after = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;
