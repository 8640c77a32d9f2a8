import { sql } from "kysely";

/** A moment that many seconds from now, by the database's clock, which also decides when it is over. */
export const after = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;
