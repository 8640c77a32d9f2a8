import {
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type QueryResult,
  type RawBuilder,
} from "kysely";
import pg from "pg";
import { isDriverTimeout } from "./outage.ts";
import type { DB } from "./schema.generated.ts";

/** The object that runs queries: the connection pool or a transaction. */
export type Executor = Kysely<DB>;

export type Database = {
  kysely: Kysely<DB>;
  /**
   * The connection pool, for frequent statements. `pool.query({ name, text, values })` prepares a statement once per
   * connection.
   */
  pool: pg.Pool;
  /**
   * Kysely on a second connection pool, for nightly work on many rows. Its statements may take minutes. The pool
   * connects on first use.
   */
  kyselyForSlowStatements: Kysely<DB>;
  /** Waits for running statements, then closes every connection to the database. */
  close(): Promise<void>;
};

export type DatabaseOptions = {
  /** Maximum number of connections. */
  maximumConnections?: number;
  /** Statement timeout in milliseconds. Default: 15 s. */
  statementTimeoutMs?: number;
  /**
   * Whether the database records each new message for machine translation, by a trigger (migration 220). Default:
   * false.
   */
  recordsForTranslation?: boolean;
  /** Called when an idle connection breaks. The pool itself replaces the connection. */
  onError?: (error: Error) => void;
};

/** Milliseconds to wait for a new or idle connection of the pool. */
const CONNECT_TIMEOUT_MS = 5000;
/** The database aborts a statement after this many milliseconds. */
const STATEMENT_TIMEOUT_MS = 15_000;
const SLOW_STATEMENT_TIMEOUT_MS = 10 * 60_000;
/**
 * The client waits this many milliseconds longer than the database's own timeout, in case the database does not respond
 * at all.
 */
const CLIENT_TIMEOUT_MARGIN_MS = 2000;
/** The operating system checks a connection after this many milliseconds without traffic. */
const KEEP_ALIVE_DELAY_MS = 10_000;
const OLDEST_POSTGRES_VERSION = 160_000;

/**
 * Parses int8 (counts) as a number, `timestamptz` as a Date, and `date` as the text "YYYY-MM-DD". A Date would give the
 * day a time zone.
 */
const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") => {
    if (oid === pg.types.builtins.INT8) return Number;
    if (oid === pg.types.builtins.DATE) return String;
    return pg.types.getTypeParser(oid, format);
  },
};

export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const {
    maximumConnections = 10,
    statementTimeoutMs = STATEMENT_TIMEOUT_MS,
    onError = () => {},
    recordsForTranslation = false,
  } = options;
  const pool = openPool(
    url,
    maximumConnections,
    { statementTimeoutOfPoolMs: statementTimeoutMs, recordsForMachineTranslation: recordsForTranslation },
    onError,
  );
  const poolForSlowStatements = openPool(
    url,
    2,
    {
      statementTimeoutOfPoolMs: SLOW_STATEMENT_TIMEOUT_MS,
      recordsForMachineTranslation: recordsForTranslation,
    },
    onError,
  );
  return {
    kysely: createKysely(pool),
    pool,
    kyselyForSlowStatements: createKysely(poolForSlowStatements),
    // Ends the pool directly. `kysely.destroy()` would not end it if no query has run through Kysely.
    close: async () => void (await Promise.all([pool.end(), poolForSlowStatements.end()])),
  };
}

function openPool(
  url: string,
  maximumConnections: number,
  {
    statementTimeoutOfPoolMs: statementTimeoutMs,
    recordsForMachineTranslation: recordsForTranslation,
  }: { statementTimeoutOfPoolMs: number; recordsForMachineTranslation: boolean },
  onError: (error: Error) => void,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: maximumConnections,
    types: typeParsers,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + CLIENT_TIMEOUT_MARGIN_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    application_name: "kakehashi",
    ...(recordsForTranslation && { options: "-c kakehashi.machine=on" }),
  });
  pool.on("error", onError);
  // If a connection breaks during a statement, the statement fails and the connection emits `error`. Node ends the
  // process if `error` has no listener.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

const createKysely = (pool: pg.Pool) =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool: closePoolConnectionsOnTimeout(pool) }) });

/**
 * Adapts the pool for Kysely. If a statement times out, its connection is closed, because the next statement on it,
 * such as a rollback, would time out, too.
 */
function closePoolConnectionsOnTimeout(pool: pg.Pool): PostgresPool {
  // Kysely keeps data for each connection object, so a connection must always get the same wrapper object.
  const wrappedClients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      let wrappedClient = wrappedClients.get(client);
      if (!wrappedClient) {
        wrappedClient = closeConnectionOnTimeout(client);
        wrappedClients.set(client, wrappedClient);
      }
      return wrappedClient;
    },
  };
}

/** The prepared statements: maps each statement's text to its name. */
const preparedNames = new Map<string, string>();

/**
 * Makes each connection prepare this statement once, so that the database does not parse and plan it again. Use it for
 * frequent statements with a fixed text and a plan that does not depend on the values.
 */
export function prepareOnce(text: string): void {
  if (!preparedNames.has(text)) preparedNames.set(text, `s${preparedNames.size}`);
}

/** Registers a statement by `prepareOnce`, if it is new, and runs it. */
export function executePrepared<Row>(
  executor: Executor,
  statement: RawBuilder<Row>,
): Promise<QueryResult<Row>> {
  const compiledQuery = statement.compile(executor);
  prepareOnce(compiledQuery.sql);
  return executor.executeQuery(compiledQuery);
}

function closeConnectionOnTimeout(client: pg.PoolClient): PostgresPoolClient {
  let timeoutError: Error | undefined;
  const query = async (text: string, values: readonly unknown[]) => {
    if (timeoutError) throw timeoutError;
    try {
      const name = preparedNames.get(text);
      // A statement that is not prepared is passed as a plain text. An object would be slower, because the driver
      // copies all its property descriptors.
      return await (name === undefined
        ? client.query(text, [...values])
        : client.query({ name, text, values: [...values] }));
    } catch (error) {
      if (error instanceof Error && isDriverTimeout(error)) timeoutError = error;
      throw error;
    }
  };
  // Kysely's interface also has cursors, but this project uses none.
  return {
    query: query as unknown as PostgresPoolClient["query"],
    release: (destroy?: boolean) => client.release(timeoutError ?? destroy),
  };
}

/**
 * Throws a one-line error if the database cannot run Kakehashi: it is older than PostgreSQL 16, its encoding is not
 * UTF8, or pg_trgm would find nothing in Japanese texts, because the database's character type has no Japanese letters.
 * Before the first migration pg_trgm is not installed, so the name of the character type decides.
 */
export async function assertSuitableDatabase({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{
    number: number;
    version: string;
    encoding: string;
    character_type: string;
    has_trigrams: boolean;
  }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
            pg_encoding_to_char(encoding) as encoding, datctype as character_type,
            to_regprocedure('show_trgm(text)') is not null as has_trigrams
       from pg_database where datname = current_database()`,
  );
  const [databaseRow] = rows;
  if (!databaseRow) throw new Error("The database does not say what it is.");
  if (databaseRow.number < OLDEST_POSTGRES_VERSION) {
    throw new Error(`The database is PostgreSQL ${databaseRow.version}; it should be 16 or newer.`);
  }
  if (databaseRow.encoding !== "UTF8") {
    throw new Error(`The database's encoding is ${databaseRow.encoding}: create it with encoding 'UTF8'.`);
  }
  const ignoresJapaneseLetters = databaseRow.has_trigrams
    ? !(await recognizesJapaneseLetters(pool))
    : ["C", "POSIX"].includes(databaseRow.character_type);
  if (ignoresJapaneseLetters) {
    throw new Error(
      `The database's character type is ${databaseRow.character_type}, in which Japanese has no letters: create it with lc_ctype 'C.UTF-8'.`,
    );
  }
}

async function recognizesJapaneseLetters(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ count: number }>("select cardinality(show_trgm('日本語')) as count");
  return (rows[0]?.count ?? 0) > 0;
}
