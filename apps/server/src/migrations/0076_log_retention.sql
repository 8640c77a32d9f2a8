-- Entries of the audit log that only tell who came and went are kept for 180 days, all others for good.
create index audit_log_by_age on audit_log (created_at) where action like any (array['sign-in.%', 'access.%', 'session.%']);

-- Whatever account asks: nothing is ever changed, and nothing younger is ever deleted.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.action like any (array['sign-in.%', 'access.%', 'session.%'])
    and old.created_at < now() - interval '180 days' then
    return old;
  end if;
  raise exception 'The audit log is only ever added to.';
end $$;

-- The application may not delete from the log. This deletes for it, as the owner, what is past its time.
create function prune_audit_log(batch integer) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with pruned as (
    delete from audit_log where id = any (array(
      select id from audit_log
      where action like any (array['sign-in.%', 'access.%', 'session.%'])
        and created_at < now() - interval '180 days'
      limit batch))
    returning 1)
  select count(*) from pruned;
$$;
revoke execute on function prune_audit_log(integer) from public;

-- How often something was seen within an hour, so that a flood of it leaves few entries in the log.
create table event_counts (
  key bytea not null,
  hour timestamptz not null,
  count integer not null,
  primary key (key, hour)
);
create index event_counts_by_hour on event_counts (hour);
