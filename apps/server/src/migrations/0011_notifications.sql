create table notifications (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  type text not null,
  actor_id uuid references users on delete set null,
  data jsonb not null default '{}',
  read_at timestamptz,
  created_at timestamptz not null default now()
);
-- Ids are ordered by time.
create index notifications_by_user on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
