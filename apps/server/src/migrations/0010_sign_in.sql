-- Failures in a row, by a hash of what they are counted for: an account, or the address they come from.
create table attempts (
  key bytea primary key,
  failures integer not null,
  last_at timestamptz not null,
  open_at timestamptz not null
);

alter table sessions add column device bytea;
alter table users add column settings jsonb not null default '{}';
alter table users add column deleted_at timestamptz;

-- Who did what, when and from where. Names and addresses are not repeated here, so that a deleted account is gone.
create table audit_log (
  id uuid primary key,
  actor_id uuid,
  action text not null,
  subject_id text,
  details jsonb not null default '{}',
  ip text not null default '',
  created_at timestamptz not null default now()
);
create index audit_log_by_subject on audit_log (subject_id, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only ever added to.';
end $$;
create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_is_never_emptied before truncate on audit_log
  for each statement execute function refuse_change();

create table profiles (
  id uuid primary key,
  user_id uuid not null unique references users on delete cascade,
  first_name text not null default '',
  last_name text not null default '',
  address text not null default '',
  phone text not null default '',
  description text not null default '',
  website text not null default '',
  status text not null default 'NOT_REQUEST'
    check (status in ('NOT_REQUEST', 'WAITING', 'ACCEPTED', 'REFUSED', 'DEACTIVATED')),
  reason text,
  requested_at timestamptz,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index profiles_by_status on profiles (status, requested_at);
