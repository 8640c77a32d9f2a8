-- A person's own copy of what is kept about them: written by a job, fetched once or twice, gone after a week.
create table data_exports (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'READY', 'FAILED')),
  -- Parts written, of so many.
  done integer not null default 0,
  total integer not null default 0,
  size bigint,
  requested_at timestamptz not null default now(),
  ready_at timestamptz,
  expires_at timestamptz
);
create index data_exports_by_user on data_exports (user_id, id desc);
create unique index data_exports_one_at_a_time on data_exports (user_id) where state in ('WAITING', 'RUNNING');
create index data_exports_by_expiry on data_exports (expires_at) where expires_at is not null;

-- Until then the person may take it back by signing in.
alter table users
  add column deletion_requested_at timestamptz,
  add column deletion_due_at timestamptz;
create index users_to_delete on users (deletion_due_at) where deletion_due_at is not null;

-- What somebody did, for their own copy of it.
create index audit_log_by_actor on audit_log (actor_id, id);
