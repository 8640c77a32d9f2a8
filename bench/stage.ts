import { rmSync } from "node:fs";
import { join } from "node:path";
import { hashPassword } from "../apps/server/src/features/auth/passwords.ts";
import { createAccessTokens } from "../apps/server/src/features/auth/tokens.ts";
import { openDatabase } from "../apps/server/src/kit/db/database.ts";
import { migrate } from "../apps/server/src/kit/db/migrate.ts";
import { createTemporaryFolder, startTemporaryCluster } from "../apps/server/src/kit/db/temporary.ts";
import { newId, newSecret } from "../apps/server/src/kit/ids.ts";
import { createKeyring } from "../apps/server/src/kit/secrets.ts";
import type { MemberCredentials } from "./load/member.ts";
import { findParentPid, readProcessTreeCpuSeconds } from "./processes.ts";
import { secretKey } from "./server.ts";

const benchPassword = "Bridge2026";
const migrationsFolder = join(import.meta.dirname, "../apps/server/src/migrations");

export interface BenchPerson extends MemberCredentials {
  id: string;
  email: string;
}

/** What a server needs to start: a database that contains people, and an empty data folder. */
export interface BenchWorkspace extends AsyncDisposable {
  databaseUrl: string;
  dataDir: string;
  /** The version of PostgreSQL, and its setting `fsync`. If `fsync` is on, a commit waits for the disk. */
  database: { version: string; fsync: string };
  people: readonly BenchPerson[];
  /** The password of every person in the database. */
  password: string;
  /**
   * Returns the seconds of processor time that the database's processes have used. Undefined if the operating system
   * does not report it.
   */
  measureDatabaseCpuSeconds(): number | undefined;
  /** Gives every person a new access token. */
  renewTokens(): Promise<void>;
  /** Makes a person a translator who knows all languages. */
  makeTranslator(person: BenchPerson): Promise<void>;
  /** Creates a conversation, and makes the first `members` people its members. */
  createRoom(members: number): Promise<string>;
}

/**
 * Moves the user name of a connection string into the query string. Our driver accepts `user@` without a host, but
 * other programs do not.
 */
function moveUserToQuery(url: string): string {
  return url.replace(/^postgresql:\/\/(\w+)@\/(.*)$/, "postgresql:///$2&user=$1");
}

/** Creates a database with `personCount` signed-in people, and an empty data folder. */
export async function createWorkspace(personCount: number): Promise<BenchWorkspace> {
  await using cleanupStack = new AsyncDisposableStack();
  const cluster = cleanupStack.adopt(await startTemporaryCluster({ isDurable: true }), (startedCluster) =>
    startedCluster.stop(),
  );
  const dataDir = cleanupStack.adopt(createTemporaryFolder(), (folder) =>
    rmSync(folder, { recursive: true, force: true }),
  );
  await migrate(cluster.url, migrationsFolder);
  const db = cleanupStack.adopt(
    openDatabase(cluster.url, { maximumConnections: 1, statementTimeoutMs: 30 * 60_000 }),
    (openedDatabase) => openedDatabase.close(),
  );
  const { rows } = await db.pool.query<{ version: string; fsync: string; backend_pid: number }>(
    "select current_setting('server_version') as version, current_setting('fsync') as fsync, pg_backend_pid() as backend_pid",
  );
  const [database] = rows;
  if (database?.fsync !== "on") throw new Error("The database does not wait for the disk");

  const postmasterPid = findParentPid(database.backend_pid);

  const tokens = createAccessTokens(createKeyring([secretKey]).deriveKeysFor("access-token"));
  const people: BenchPerson[] = [];
  const sessionIds: string[] = [];
  for (let index = 0; index < personCount; index++) {
    const id = newId();
    const session = newId();
    people.push({
      id,
      email: `person${index + 1}@bench.invalid`,
      endpoint: newSecret(),
      token: await tokens.issue(id, session),
    });
    sessionIds.push(session);
  }
  await db.pool.query(
    `insert into users (id, email, name, role, live_endpoint, confirmed_at, interface_language, working_language, password_hash)
     select i.id, i.email, 'Person ' || i.place, 'dev', i.endpoint, now(), 'en', 'en', $4
     from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality as i(id, email, endpoint, place)`,
    [
      people.map(({ id }) => id),
      people.map(({ email }) => email),
      people.map(({ endpoint }) => endpoint),
      await hashPassword(benchPassword),
    ],
  );
  await db.pool.query("insert into sessions (id, user_id) select * from unnest($1::uuid[], $2::uuid[])", [
    sessionIds,
    people.map(({ id }) => id),
  ]);

  const cleanups = cleanupStack.move();
  return {
    databaseUrl: moveUserToQuery(cluster.url),
    dataDir,
    database,
    people,
    password: benchPassword,
    measureDatabaseCpuSeconds: () =>
      postmasterPid === undefined ? undefined : readProcessTreeCpuSeconds(postmasterPid),
    async renewTokens() {
      for (const [index, person] of people.entries())
        person.token = await tokens.issue(person.id, sessionIds[index] ?? "");
    },
    async makeTranslator({ id }) {
      await db.pool.query("update users set role = 'comtor' where id = $1", [id]);
    },
    async createRoom(members) {
      const room = newId();
      const memberIds = people.slice(0, members).map(({ id }) => id);
      await db.pool.query(
        "insert into conversations (id, kind, name, created_by) values ($1, 'GROUP', 'Bench', $2)",
        [room, memberIds[0]],
      );
      await db.pool.query(
        "insert into conversation_members (conversation_id, user_id) select $1, * from unnest($2::uuid[])",
        [room, memberIds],
      );
      return room;
    },
    [Symbol.asyncDispose]: () => cleanups.disposeAsync(),
  };
}
