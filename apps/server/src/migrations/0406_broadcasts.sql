-- When the visitor last began to talk to the bot or wrote to it. What the bot says by itself does not count.
alter table bot_sessions add column seen_at timestamptz;
update bot_sessions set seen_at = last_at;
alter table bot_sessions alter column seen_at set default now(), alter column seen_at set not null;

-- One content for many visitors of a bot (decision 76).
create table bot_broadcasts (
  id uuid primary key,
  bot_id uuid not null references bots on delete cascade,
  -- Of the call that made it: the same one again makes no second broadcast.
  client_id uuid not null,
  name text not null,
  content jsonb not null,
  audience jsonb not null,
  state text not null check (state in ('SCHEDULED', 'SENDING', 'PAUSED', 'DONE', 'CANCELLED')),
  pause_reason text check (pause_reason in ('PERSON', 'ARCHIVED', 'NO_ROOM')),
  -- Null: at once.
  scheduled_at timestamptz,
  -- The number of the only job that may go on. Each job and each change of the state makes a new one.
  step integer not null default 0,
  -- All recipients up to this session are done.
  done_to uuid,
  planned_count integer not null default 0,
  sent_count integer not null default 0,
  skipped_count integer not null default 0,
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  -- When its recipients were written.
  started_at timestamptz,
  ended_at timestamptz,
  -- A deleted one is gone for everybody. A job deletes its recipients in steps.
  removed_at timestamptz,
  check ((state = 'PAUSED') = (pause_reason is not null)),
  check ((state in ('DONE', 'CANCELLED')) = (ended_at is not null)),
  unique (bot_id, client_id)
);
create index bot_broadcasts_by_bot on bot_broadcasts (bot_id, id desc) where removed_at is null;
create index bot_broadcasts_sending on bot_broadcasts (bot_id, started_at) where state = 'SENDING';
create index bot_broadcasts_by_end on bot_broadcasts (ended_at) where ended_at is not null;
create index bot_broadcasts_by_creator on bot_broadcasts (created_by);

-- Who gets it. No reference to the session: it may be deleted, its result stays.
create table bot_broadcast_recipients (
  broadcast_id uuid not null references bot_broadcasts on delete cascade,
  session_id uuid not null,
  language text not null,
  -- SENT, or why nothing was sent. Null: still to come.
  result text check (result in ('SENT', 'TALKING', 'GONE', 'FULL')),
  result_at timestamptz,
  primary key (broadcast_id, session_id)
);

-- Its content counts towards the quota of who wrote it, as the other texts of bots do (0368).
create trigger count_new_texts after insert on bot_broadcasts referencing new table as added
for each statement execute function count_texts('created_by', 'octet_length(content::text)');
create trigger count_removed_texts after delete on bot_broadcasts referencing old table as removed
for each statement execute function count_texts('created_by', 'octet_length(content::text)');

do $$
declare
  known text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'audit_log_action_check');
begin
  alter table audit_log drop constraint audit_log_action_check;
  execute 'alter table audit_log add constraint audit_log_action_check '
    || replace(known, 'ARRAY[', 'ARRAY[''bot.broadcast''::text, ');
end
$$;
