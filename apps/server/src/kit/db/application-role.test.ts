import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  applicationRole,
  applicationUrlOf,
  createTestDatabase,
  executeSql,
  type TestDatabase,
} from "../../test/cluster.ts";
import { createJobs } from "../jobs.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
let applicationClient: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  applicationClient = new Client({ connectionString: applicationUrlOf(database.url) });
  await applicationClient.connect();
});
afterAll(async () => {
  await applicationClient.end();
  await database.drop();
});

const addAuditEntry = (action: string, age: string) =>
  applicationClient.query(
    "insert into audit_log (id, action, created_at) values (gen_random_uuid(), $1, now() - $2::interval)",
    [action, age],
  );
const readAuditActions = async () =>
  (await applicationClient.query("select action from audit_log order by action")).rows.map(
    ({ action }) => action,
  );

test.each([
  "update audit_log set action = 'nothing'",
  "delete from audit_log",
  "truncate audit_log",
  "drop table audit_log",
  "alter table audit_log disable trigger all",
  "alter table audit_log rename to nothing",
  "alter table audit_log owner to current_user",
  "drop trigger audit_log_is_append_only on audit_log",
  "create or replace function refuse_change() returns trigger language plpgsql as $$ begin return old; end $$",
  "create or replace function prune_audit_log(integer) returns bigint language sql as 'select 1::bigint'",
  "create trigger mine before insert on audit_log for each row execute function refuse_change()",
  "create rule mine as on insert to audit_log do instead nothing",
  "drop schema public cascade",
  "set role kakehashi",
  "set session_replication_role = replica",
  "grant kakehashi to kakehashi_app",
])("the application's account is refused: %s", async (statement) => {
  await addAuditEntry("password.change", "1 second");
  await expect(applicationClient.query(statement)).rejects.toThrow(/permission denied|must be owner/);
  expect((await readAuditActions()).length).toBeGreaterThan(0);
});

test("only expired entries are deleted, not younger ones or permanent ones", async () => {
  const { rows: rowsBefore } = await applicationClient.query("select count(*)::int as count from audit_log");
  await addAuditEntry("sign-in.fail", "181 days");
  await addAuditEntry("access.admin", "400 days");
  await addAuditEntry("sign-in.fail", "179 days");
  await addAuditEntry("user.role", "4000 days");
  const { rows } = await applicationClient.query("select prune_audit_log(100)::int as pruned");
  expect(rows[0].pruned).toBe(2);
  const { rows: rowsAfter } = await applicationClient.query("select count(*)::int as count from audit_log");
  expect(rowsAfter[0].count).toBe(rowsBefore[0].count + 2);
  // A trigger keeps even the owner of the tables from deleting entries of the audit log.
  await expect(executeSql(database.url, "delete from audit_log where action = 'user.role'")).rejects.toThrow(
    "only ever added to",
  );
});

test("a queue that the owner once made becomes the application's, with its jobs", async () => {
  await executeSql(database.url, "drop schema pgboss cascade; create schema pgboss");
  const failures: Error[] = [];
  const recordFailure = (error: Error) => void failures.push(error);
  const ownerJobQueue = createJobs(database.url, recordFailure);
  ownerJobQueue.define("count", async () => {});
  await ownerJobQueue.start();
  await ownerJobQueue.stop(1_000);
  await migrate(database.url, join(import.meta.dirname, "../../migrations"), applicationRole);
  const jobFinished = Promise.withResolvers<void>();
  const applicationJobQueue = createJobs(applicationUrlOf(database.url), recordFailure);
  applicationJobQueue.define("count", async () => jobFinished.resolve());
  applicationJobQueue.define("another", async () => {});
  await applicationJobQueue.start();
  const { rows } = await applicationClient.query(
    "select distinct relowner::regrole::text as owner from pg_class where relnamespace = 'pgboss'::regnamespace",
  );
  expect(rows).toEqual([{ owner: applicationRole }]);
  await applicationClient.query("insert into pgboss.job (name, data) values ('count', '{}')");
  await jobFinished.promise;
  await applicationJobQueue.stop(1_000);
  expect(failures).toEqual([]);
});
