import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely";
import pg from "pg";
import { isFrozen } from "./outage.ts";
import type { DB } from "./schema.generated.ts";

/** What runs statements: the pool, or a transaction. */
export type Executor = Kysely<DB>;

export type Database = {
  kysely: Kysely<DB>;
  /** For hot statements: `pool.query({ name, text, values })` prepares once per connection. */
  pool: pg.Pool;
  /** The same database for nightly work on many rows: its statements may take minutes. Connects when first used. */
  slow: Kysely<DB>;
  /** Waits for the statements under way, then ends every connection. */
  close(): Promise<void>;
};

export type DatabaseOptions = {
  /** Connections at most. */
  max?: number;
  /** Milliseconds that one statement may take; 15 s without. */
  statementTimeoutMs?: number;
  /** Hears of a connection that breaks while nobody uses it; the pool makes a new one by itself. */
  onError?: (error: Error) => void;
};

/** Milliseconds to wait for a connection: a new one, or a turn of those there are. */
const CONNECT_MS = 5000;
/** Milliseconds for one statement; the database ends it after that. */
const STATEMENT_MS = 15_000;
const SLOW_STATEMENT_MS = 10 * 60_000;
/** Milliseconds more until this side gives up, for a database that does not answer at all. */
const FROZEN_MARGIN_MS = 2000;
/** Milliseconds of silence after which the system asks whether the other side of a connection is still there. */
const KEEP_ALIVE_MS = 10_000;
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

export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { max = 10, statementTimeoutMs = STATEMENT_MS, onError = () => {} } = options;
  const pool = openPool(url, max, statementTimeoutMs, onError);
  const slowPool = openPool(url, 2, SLOW_STATEMENT_MS, onError);
  return {
    kysely: kyselyOf(pool),
    pool,
    slow: kyselyOf(slowPool),
    // Not kysely.destroy(): that ends the pool only when Kysely itself was used.
    close: async () => void (await Promise.all([pool.end(), slowPool.end()])),
  };
}

function openPool(url: string, max: number, statementMs: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: statementMs,
    query_timeout: statementMs + FROZEN_MARGIN_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: "kakehashi",
  });
  pool.on("error", onError);
  // A connection that breaks while it is in use fails its statement, and says so a second time: with nobody listening
  // that would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

const kyselyOf = (pool: pg.Pool) =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool: withoutFrozen(pool) }) });

/**
 * The pool as Kysely needs it. A connection that did not answer in time is closed, and asked for nothing more: a rollback
 * would wait as long again, and the next borrower too.
 */
function withoutFrozen(pool: pg.Pool): PostgresPool {
  // Kysely remembers each connection that it is given: one object for each, however often it is borrowed.
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      let wrapped = known.get(client);
      if (!wrapped) {
        wrapped = closingWhenFrozen(client);
        known.set(client, wrapped);
      }
      return wrapped;
    },
  };
}

function closingWhenFrozen(client: pg.PoolClient): PostgresPoolClient {
  let frozen: Error | undefined;
  const query = async (text: string, values: readonly unknown[]) => {
    if (frozen) throw frozen;
    try {
      return await client.query(text, [...values]);
    } catch (error) {
      if (error instanceof Error && isFrozen(error)) frozen = error;
      throw error;
    }
  };
  // Of cursors, the other thing that Kysely can ask for, there are none here.
  return {
    query: query as unknown as PostgresPoolClient["query"],
    release: (destroy?: boolean) => client.release(frozen ?? destroy),
  };
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
  const isBlindToJapanese = found.trgm ? !(await seesJapanese(pool)) : ["C", "POSIX"].includes(found.ctype);
  if (isBlindToJapanese) {
    throw new Error(
      `The database's character type is ${found.ctype}, in which Japanese has no letters: create it with lc_ctype 'C.UTF-8'.`,
    );
  }
}

async function seesJapanese(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ count: number }>("select cardinality(show_trgm('日本語')) as count");
  return (rows[0]?.count ?? 0) > 0;
}
