import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { DB } from "./schema.generated.ts";

export type Database = {
  kysely: Kysely<DB>;
  /** For hot statements: `pool.query({ name, text, values })` prepares once per connection. */
  pool: pg.Pool;
  /** Waits for the statements under way, then ends every connection. */
  close(): Promise<void>;
};

export type DatabaseOptions = {
  /** Connections at most. */
  max?: number;
  /** Hears of a connection that breaks while nobody uses it; the pool makes a new one by itself. */
  onError?: (error: Error) => void;
};

const CONNECT_MS = 5000;
const OLDEST = 160_000;

/**
 * Counts (int8) come as numbers, `timestamptz` as Date, `date` as "YYYY-MM-DD": a day has no time zone, and a
 * Date would give it one.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") => {
    if (oid === pg.types.builtins.INT8) return Number;
    if (oid === pg.types.builtins.DATE) return String;
    return pg.types.getTypeParser(oid, format);
  },
};

export function openDatabase(url: string, { max = 10, onError = () => {} }: DatabaseOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: "kakehashi",
  });
  pool.on("error", onError);
  // A connection that breaks while it is in use fails its statement, and says so a second time: with nobody listening
  // that would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  // Not kysely.destroy(): that ends the pool only when Kysely itself was used.
  return { kysely, pool, close: () => pool.end() };
}

/**
 * Throws one clear line when the database cannot carry the product: PostgreSQL older than 16, an encoding
 * other than UTF8, or a character type for which Japanese has no letters: pg_trgm would find nothing in it.
 * Before the first migration there is no pg_trgm to ask, and the character type's name has to do.
 */
export async function assertDatabase({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{
    number: number;
    version: string;
    encoding: string;
    ctype: string;
    trgm: boolean;
  }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
            pg_encoding_to_char(encoding) as encoding, datctype as ctype,
            to_regprocedure('show_trgm(text)') is not null as trgm
       from pg_database where datname = current_database()`,
  );
  const [found] = rows;
  if (!found) throw new Error("The database does not say what it is.");
  if (found.number < OLDEST) {
    throw new Error(`The database is PostgreSQL ${found.version}; it should be 16 or newer.`);
  }
  if (found.encoding !== "UTF8") {
    throw new Error(`The database's encoding is ${found.encoding}: create it with encoding 'UTF8'.`);
  }
  const blind = found.trgm ? !(await seesJapanese(pool)) : ["C", "POSIX"].includes(found.ctype);
  if (blind) {
    throw new Error(
      `The database's character type is ${found.ctype}, in which Japanese has no letters: create it with lc_ctype 'C.UTF-8'.`,
    );
  }
}

async function seesJapanese(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ count: number }>("select cardinality(show_trgm('日本語')) as count");
  return (rows[0]?.count ?? 0) > 0;
}
