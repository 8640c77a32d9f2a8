import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely";
import pg from "pg";
import { isFrozen } from "./outage.ts";
import type { DB } from "./schema.generated.ts";

/** Runs statements: the pool or a transaction. */
export type Executor = Kysely<DB>;

export type Database = {
  kysely: Kysely<DB>;
  /** For hot statements: `pool.query({ name, text, values })` prepares a statement once per connection. */
  pool: pg.Pool;
  /**
   * The same database for nightly work on many rows. Its statements may take minutes. It connects when first
   * used.
   */
  slow: Kysely<DB>;
  /** Waits for running statements, then closes every connection. */
  close(): Promise<void>;
};

export type DatabaseOptions = {
  /** The most connections. */
  max?: number;
  /** The most milliseconds that one statement may take. Default: 15 s. */
  statementTimeoutMs?: number;
  /** Whether messages are noted for the translation machine (migration 220). Default: false. */
  machine?: boolean;
  /** Called when an unused connection breaks. The pool replaces it by itself. */
  onError?: (error: Error) => void;
};

/** Milliseconds to wait for a connection, new or from the pool. */
const CONNECT_MS = 5000;
/** Milliseconds after which the database ends a statement. */
const STATEMENT_MS = 15_000;
const SLOW_STATEMENT_MS = 10 * 60_000;
/**
 * Milliseconds that this side waits longer than the database does, in case the database does not answer at
 * all.
 */
const FROZEN_MARGIN_MS = 2000;
/** Milliseconds of silence after which the operating system checks a connection. */
const KEEP_ALIVE_MS = 10_000;
const OLDEST = 160_000;

/**
 * int8 (counts) becomes a number, `timestamptz` a Date, `date` the text "YYYY-MM-DD": a Date would give the
 * day a time zone.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") => {
    if (oid === pg.types.builtins.INT8) return Number;
    if (oid === pg.types.builtins.DATE) return String;
    return pg.types.getTypeParser(oid, format);
  },
};

export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { max = 10, statementTimeoutMs = STATEMENT_MS, onError = () => {}, machine = false } = options;
  const pool = openPool(url, max, { statementMs: statementTimeoutMs, machine }, onError);
  const slowPool = openPool(url, 2, { statementMs: SLOW_STATEMENT_MS, machine }, onError);
  return {
    kysely: kyselyOf(pool),
    pool,
    slow: kyselyOf(slowPool),
    // Not `kysely.destroy()`, which ends the pool only if Kysely was used.
    close: async () => void (await Promise.all([pool.end(), slowPool.end()])),
  };
}

function openPool(
  url: string,
  max: number,
  { statementMs, machine }: { statementMs: number; machine: boolean },
  onError: (error: Error) => void,
): pg.Pool {
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
    ...(machine && { options: "-c kakehashi.machine=on" }),
  });
  pool.on("error", onError);
  // A connection that breaks in use fails its statement and emits `error` as well. Without a listener that
  // event would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

const kyselyOf = (pool: pg.Pool) =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool: withoutFrozen(pool) }) });

/**
 * The pool as Kysely needs it. A connection whose statement timed out is closed and not used again: its
 * rollback, or its next user, would also wait for the timeout.
 */
function withoutFrozen(pool: pg.Pool): PostgresPool {
  // Kysely remembers each connection object it gets. So every connection always gets the same wrapper.
  const wrappedClients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      let wrapped = wrappedClients.get(client);
      if (!wrapped) {
        wrapped = closingWhenFrozen(client);
        wrappedClients.set(client, wrapped);
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
  // Kysely could also ask for cursors, which are not used here.
  return {
    query: query as unknown as PostgresPoolClient["query"],
    release: (destroy?: boolean) => client.release(frozen ?? destroy),
  };
}

/**
 * Throws one clear line if the database cannot run the product. Reasons are PostgreSQL older than 16, an
 * encoding other than UTF8, and a character type in which Japanese has no letters, because pg_trgm would
 * find nothing. Before the first migration pg_trgm does not exist yet, so the name of the character type
 * decides.
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
  const [databaseRow] = rows;
  if (!databaseRow) throw new Error("The database does not say what it is.");
  if (databaseRow.number < OLDEST) {
    throw new Error(`The database is PostgreSQL ${databaseRow.version}; it should be 16 or newer.`);
  }
  if (databaseRow.encoding !== "UTF8") {
    throw new Error(`The database's encoding is ${databaseRow.encoding}: create it with encoding 'UTF8'.`);
  }
  const isBlindToJapanese = databaseRow.trgm
    ? !(await findsJapanese(pool))
    : ["C", "POSIX"].includes(databaseRow.ctype);
  if (isBlindToJapanese) {
    throw new Error(
      `The database's character type is ${databaseRow.ctype}, in which Japanese has no letters: create it with lc_ctype 'C.UTF-8'.`,
    );
  }
}

async function findsJapanese(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ count: number }>("select cardinality(show_trgm('日本語')) as count");
  return (rows[0]?.count ?? 0) > 0;
}
