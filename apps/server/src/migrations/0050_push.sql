-- One a session: the browser that allowed it, gone with the session.
create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  session_id uuid not null unique references sessions on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  time_zone text,
  created_at timestamptz not null default now()
);
create index push_subscriptions_by_user on push_subscriptions (user_id);

-- The last change of a room that a device was told of: a job that runs twice tells once.
create table push_marks (
  subscription_id uuid not null references push_subscriptions on delete cascade,
  conversation_id uuid not null references conversations on delete cascade,
  seq bigint not null,
  primary key (subscription_id, conversation_id)
);

-- Sessions end in many places: signing out, a new password, an admin's block. Each of them ends this too.
create function forget_push() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where session_id = new.id;
  return null;
end $$;
create trigger sessions_forget_push after update of revoked_at on sessions
  for each row when (new.revoked_at is not null) execute function forget_push();
