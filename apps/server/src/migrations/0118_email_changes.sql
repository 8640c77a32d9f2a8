-- A change of an account's address. Both addresses confirm it by a mailed link; the old one can undo it for some days.
-- Only hashes of the links are kept, and none before the link is mailed.
create table email_changes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  old_email text not null,
  new_email text not null,
  old_hash bytea unique,
  new_hash bytea unique,
  undo_hash bytea unique,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  cancelled_at timestamptz,
  done_at timestamptz,
  undo_until timestamptz,
  undone_at timestamptz
);
create index email_changes_by_user on email_changes (user_id, created_at);
-- One at a time waits.
create unique index email_changes_waiting on email_changes (user_id) where cancelled_at is null and done_at is null;
create index email_changes_by_old_email on email_changes (old_email) where done_at is not null and undone_at is null;
create index email_changes_by_age on email_changes (created_at);

alter table sessions drop constraint sessions_end_reason_check;
alter table sessions add constraint sessions_end_reason_check
  check (end_reason in ('sign-out', 'replaced', 'elsewhere', 'password', 'admin', 'copied', 'deletion', 'email'));
