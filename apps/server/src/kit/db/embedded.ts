import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { choosePostgresAccount, type SystemAccount } from "./embedded/account.ts";
import { findProgramsFolder } from "./embedded/binaries.ts";
import { type ProgramEndingWithParent, startProgramEndingWithParent } from "./embedded/leash.ts";
import {
  type ClusterLock,
  createDatabaseInUseError,
  lockClusterForProcess,
  prepareDatabaseStart,
  signalPostmaster,
} from "./embedded/owner.ts";
import { buildSocketConnectionUrl, chooseSocketFolder } from "./embedded/socket.ts";

export type EmbeddedPostgres = {
  /**
   * Connection string of the database `kakehashi` for the owner of its tables, through a Unix socket. Only this
   * operating system account and root can open the socket.
   */
  url: string;
  /**
   * Connection string of the same database for the application's account, which reads and writes rows but
   * cannot change the audit log.
   */
  applicationUrl: string;
  /** Resolves when the database process has ended. The text is the reason, if nobody called `stop`. */
  exitPromise: Promise<string | undefined>;
  /** Stops the database in PostgreSQL's fast mode: open transactions roll back, committed data stays. */
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /**
   * `false` turns off durable writes (fsync), which makes the database faster. Only for a cluster that is deleted after
   * a test run.
   */
  isDurable?: boolean;
};

const POSTGRES_MAJOR = "18";
const DATABASE_NAME = "kakehashi";
/** The name of the application's database account. */
const APPLICATION_ACCOUNT = "kakehashi_app";
const UNFINISHED_CLUSTER_PREFIX = "postgres.new-";
const FAST_STOP_TIMEOUT_MS = 4000;

/**
 * Starts the PostgreSQL cluster in `<dataDir>/postgres`, and creates the cluster if it is missing. Only one process may
 * use a data folder at a time; a second process gets a one-line error. First stops a database that a killed process
 * left running.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  const programsFolder = findProgramsFolder();
  mkdirSync(dataDir, { recursive: true });
  const realDataDir = realpathSync(dataDir);
  const clusterFolder = join(realDataDir, "postgres");
  const account = choosePostgresAccount(clusterFolder, [join(programsFolder, "postgres"), realDataDir]);
  if (!existsSync(clusterFolder)) await createCluster(programsFolder, realDataDir, clusterFolder, account);
  const version = readFileSync(join(clusterFolder, "PG_VERSION"), "utf8").trim();
  if (version !== POSTGRES_MAJOR) {
    throw new Error(
      `The database in ${clusterFolder} is PostgreSQL ${version}'s, and this program brings ${POSTGRES_MAJOR}.`,
    );
  }
  await prepareDatabaseStart(realDataDir, clusterFolder);
  const socketDir = chooseSocketFolder(clusterFolder, account);
  const postgres = startProgramEndingWithParent(
    account,
    join(programsFolder, "postgres"),
    ["-D", clusterFolder, "-k", socketDir, ...createPostgresSettingFlags(options)],
    createProgramEnvironment(),
  );
  let owner: ClusterLock;
  try {
    await postgres.waitForOutput("database system is ready to accept connections");
    owner = await lockClusterForProcess(
      buildSocketConnectionUrl(socketDir, "postgres", "postgres"),
      realDataDir,
    );
    await createDatabase(socketDir);
    removeUnfinishedClusters(realDataDir);
  } catch (error) {
    await postgres.stop();
    throw toStartError(realDataDir, postgres, error);
  }
  let isStopRequested = false;
  return {
    url: buildSocketConnectionUrl(socketDir, DATABASE_NAME, DATABASE_NAME),
    applicationUrl: buildSocketConnectionUrl(socketDir, APPLICATION_ACCOUNT, DATABASE_NAME),
    exitPromise: postgres.exitPromise.then(() =>
      isStopRequested ? undefined : (postgres.lastOutputLines().at(-1) ?? "no reason given"),
    ),
    stop: async () => {
      isStopRequested = true;
      await owner.release();
      // If the fast shutdown takes too long, SIGQUIT ends the database at once. Committed data is safe, because the
      // next start recovers it from the write-ahead log.
      const timer = setTimeout(() => signalPostmaster(clusterFolder, "SIGQUIT"), FAST_STOP_TIMEOUT_MS);
      await postgres.stop();
      clearTimeout(timer);
      if (socketDir !== clusterFolder) rmSync(socketDir, { recursive: true, force: true });
    },
  };
}

/**
 * Creates the database cluster in a temporary folder and renames it, so that an interrupted start leaves no
 * incomplete cluster.
 */
async function createCluster(
  programsFolder: string,
  dataDir: string,
  clusterFolder: string,
  account: SystemAccount,
): Promise<void> {
  const draft = join(dataDir, `${UNFINISHED_CLUSTER_PREFIX}${randomBytes(4).toString("hex")}`);
  mkdirSync(draft, { mode: 0o700 });
  try {
    account.chown(draft);
    // The extension pg_trgm asks the C library which characters are letters. The plain `C` locale has no letters
    // outside ASCII, so pg_trgm would find none in 日本語. macOS has no C.UTF-8.
    const ctype = process.platform === "darwin" ? "UTF-8" : "C.UTF-8";
    const localeFlags = [
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      `--lc-ctype=${ctype}`,
    ];
    const accessFlags = ["--username=postgres", "--auth-local=trust", "--auth-host=reject"];
    const initdb = startProgramEndingWithParent(
      account,
      join(programsFolder, "initdb"),
      ["-D", draft, "--encoding=UTF8", ...localeFlags, ...accessFlags],
      createProgramEnvironment(),
    );
    const { code } = await initdb.exitPromise;
    if (code !== 0 && !existsSync(clusterFolder)) {
      throw new Error(`The database could not be made in ${dataDir}: ${initdb.lastOutputLines().join(" ")}`);
    }
    try {
      renameSync(draft, clusterFolder);
    } catch (error) {
      // Another process created the cluster in this folder first, so this process uses that cluster.
      if (!existsSync(clusterFolder)) throw error;
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Removes unfinished cluster folders that killed starts left behind. Only the owner of the data folder calls this, so
 * no other process uses these folders.
 */
function removeUnfinishedClusters(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(UNFINISHED_CLUSTER_PREFIX))
      rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

/**
 * Returns the error for a database that did not start. In most cases, another process has started the same database a
 * moment earlier.
 */
function toStartError(dataDir: string, postgres: ProgramEndingWithParent, error: unknown): unknown {
  const lines = postgres.lastOutputLines();
  if (lines.some((line) => line.includes("lock file") && line.includes("already exists"))) {
    return createDatabaseInUseError(dataDir, undefined);
  }
  const fatalLine = lines.findLast((line) => line.includes("FATAL"));
  return fatalLine ? new Error(`The database in ${dataDir} does not start: ${fatalLine}`) : error;
}

function createPostgresSettingFlags({ isDurable = true }: EmbeddedPostgresOptions): string[] {
  const values: Record<string, string> = {
    listen_addresses: "",
    unix_socket_permissions: "0700",
    max_connections: "60",
    shared_buffers: "128MB",
    jit: "off",
    // Turns PostgreSQL's parallel workers off. They need shared memory in /dev/shm, which is only 64 MB in a container.
    // Short statements do not profit from them.
    max_parallel_workers_per_gather: "0",
    fsync: isDurable ? "on" : "off",
    synchronous_commit: isDurable ? "on" : "off",
    full_page_writes: isDurable ? "on" : "off",
    wal_level: "minimal",
    max_wal_senders: "0",
    random_page_cost: "1.1",
    timezone: "UTC",
    log_timezone: "UTC",
    // PostgreSQL logs no failed statements, because their values may be texts that people wrote.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_checkpoints: "off",
  };
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

function createProgramEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
}

/**
 * Creates the database, the account that owns it, and the application's account. Neither account is a superuser, so SQL
 * injection cannot run programs on this computer.
 */
async function createDatabase(socketDir: string): Promise<void> {
  const client = new Client({
    connectionString: buildSocketConnectionUrl(socketDir, "postgres", "postgres"),
  });
  await client.connect();
  try {
    const role = await client.query("select from pg_roles where rolname = $1", [DATABASE_NAME]);
    if (role.rowCount === 0) await client.query(`create role ${DATABASE_NAME} login createdb`);
    const applicationRoles = await client.query("select from pg_roles where rolname = $1", [
      APPLICATION_ACCOUNT,
    ]);
    if (applicationRoles.rowCount === 0) {
      await client.query(`create role ${APPLICATION_ACCOUNT} login`);
      // The owner's account must be a member of the application's role. Otherwise PostgreSQL would not let it transfer
      // the job queue's tables to that role.
      await client.query(`grant ${APPLICATION_ACCOUNT} to ${DATABASE_NAME}`);
    }
    const existingDatabases = await client.query("select from pg_database where datname = $1", [
      DATABASE_NAME,
    ]);
    if (existingDatabases.rowCount === 0)
      await client.query(`create database ${DATABASE_NAME} owner ${DATABASE_NAME}`);
  } finally {
    await client.end();
  }
}
