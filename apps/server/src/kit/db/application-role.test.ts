import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  applicationRole,
  applicationUrlOf,
  createTestDatabase,
  execute,
  type TestDatabase,
} from "../../test/cluster.ts";
import { createJobs } from "../jobs.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
let application: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  application = new Client({ connectionString: applicationUrlOf(database.url) });
  await application.connect();
});
afterAll(async () => {
  await application.end();
  await database.drop();
});

const addAuditEntry = (action: string, age: string) =>
  application.query(
    "insert into audit_log (id, action, created_at) values (gen_random_uuid(), $1, now() - $2::interval)",
    [action, age],
  );
const readAuditActions = async () =>
  (await application.query("select action from audit_log order by action")).rows.map(({ action }) => action);

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
  await expect(application.query(statement)).rejects.toThrow(/permission denied|must be owner/);
  expect((await readAuditActions()).length).toBeGreaterThan(0);
});

test("only expired entries are deleted, not younger ones or permanent ones", async () => {
  const { rows: before } = await application.query("select count(*)::int as count from audit_log");
  await addAuditEntry("sign-in.fail", "181 days");
  await addAuditEntry("access.admin", "400 days");
  await addAuditEntry("sign-in.fail", "179 days");
  await addAuditEntry("user.role", "4000 days");
  const { rows } = await application.query("select prune_audit_log(100)::int as pruned");
  expect(rows[0].pruned).toBe(2);
  const { rows: after } = await application.query("select count(*)::int as count from audit_log");
  expect(after[0].count).toBe(before[0].count + 2);
  // The owner of the tables cannot delete entries of the audit log by a DELETE statement, unless the owner first
  // removes the table's trigger.
  await expect(execute(database.url, "delete from audit_log where action = 'user.role'")).rejects.toThrow(
    "only ever added to",
  );
});

test("a queue that the owner once made becomes the application's, with its jobs", async () => {
  await execute(database.url, "drop schema pgboss cascade; create schema pgboss");
  const failures: Error[] = [];
  const recordFailure = (error: Error) => void failures.push(error);
  const ownerJobs = createJobs(database.url, recordFailure);
  ownerJobs.define("count", async () => {});
  await ownerJobs.start();
  await ownerJobs.stop(1_000);
  await migrate(database.url, join(import.meta.dirname, "../../migrations"), applicationRole);
  const jobDone = Promise.withResolvers<void>();
  const applicationJobs = createJobs(applicationUrlOf(database.url), recordFailure);
  applicationJobs.define("count", async () => jobDone.resolve());
  applicationJobs.define("another", async () => {});
  await applicationJobs.start();
  const { rows } = await application.query(
    "select distinct relowner::regrole::text as owner from pg_class where relnamespace = 'pgboss'::regnamespace",
  );
  expect(rows).toEqual([{ owner: applicationRole }]);
  await application.query("insert into pgboss.job (name, data) values ('count', '{}')");
  await jobDone.promise;
  await applicationJobs.stop(1_000);
  expect(failures).toEqual([]);
});
