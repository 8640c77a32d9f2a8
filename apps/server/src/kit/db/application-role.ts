import { Client, escapeIdentifier } from "pg";

/**
 * Grants the application's database account its rights. The account reads and writes rows and owns the job queue's
 * tables. In the audit log it may only read and add rows. The owner's account, which runs the migrations, owns all
 * other tables. `owner` is a connection of that account, `role` is the name of the application's account. Repeated
 * calls change nothing.
 */
export async function grantApplicationRights(owner: Client, role: string): Promise<void> {
  const roleIdentifier = escapeIdentifier(role);
  await owner.query("begin");
  try {
    await owner.query(`
      grant usage on schema public to ${roleIdentifier};
      grant select, insert, update, delete on all tables in schema public to ${roleIdentifier};
      grant usage on all sequences in schema public to ${roleIdentifier};
      revoke all on audit_log, migrations, repeatable_migrations from ${roleIdentifier};
      grant select, insert on audit_log to ${roleIdentifier};
      grant execute on function prune_audit_log(integer) to ${roleIdentifier};
    `);
    await transferJobQueueTables(owner, roleIdentifier);
    await owner.query("commit");
  } catch (error) {
    await owner.query("rollback");
    throw error;
  }
}

/**
 * Makes the application's account the owner of everything in the job queue's schema, because the job queue creates and
 * alters its tables with this account. Some tables may still belong to the account that runs the migrations.
 */
async function transferJobQueueTables(owner: Client, roleIdentifier: string): Promise<void> {
  await owner.query(
    `create schema if not exists pgboss; grant usage, create on schema pgboss to ${roleIdentifier}`,
  );
  const { rows } = await owner.query<{ statement: string }>(
    `select format('alter %s %s owner to ', kind, name) as statement from (
       select case relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end as kind,
           c.oid::regclass::text as name, relnamespace as namespace, relowner as owner
         from pg_class c where relkind in ('r', 'p', 'v') or relkind = 'S' and not exists (
           select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i'))
       union all
       select 'routine', oid::regprocedure::text, pronamespace, proowner from pg_proc
       union all
       select 'type', format_type(oid, null), typnamespace, typowner from pg_type where typtype = 'e') as made
     where namespace = 'pgboss'::regnamespace and owner = current_user::regrole`,
  );
  for (const { statement } of rows) await owner.query(statement + roleIdentifier);
}

/**
 * Connects to the database and returns the name of the account with which it is connected. A connection string need not
 * contain this name.
 */
export async function queryDatabaseAccountName(url: string): Promise<string> {
  const client = new Client({ connectionString: url, application_name: "kakehashi" });
  await client.connect();
  try {
    const { rows } = await client.query<{ role: string }>("select current_user as role");
    return rows[0]?.role ?? "";
  } finally {
    await client.end();
  }
}
