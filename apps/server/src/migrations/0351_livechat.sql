-- Authors without an account: people who write from outside, and bots (decision 68). Nothing signs them in: they have no
-- password, are never confirmed, and their address is one that no form accepts.
alter table users add column is_outside boolean not null default false;
alter table users add constraint users_outside_check check (
  not is_outside or (
    confirmed_at is null and password_hash is null and role = 'user' and email = 'outside:' || id::text));

alter table conversations drop constraint conversations_kind_check;
alter table conversations add constraint conversations_kind_check
  check (kind in ('MY_CHAT', 'DIRECT', 'GROUP', 'TEAM', 'CLIENT', 'SUPPORT', 'OUTSIDE'));

-- The author of what it says in conversations. Null until its first one.
alter table bots add column user_id uuid references users;
create index bots_by_author on bots (user_id);

-- The conversation in which people talk to this visitor. While it is paused, people answer and the story waits.
alter table bot_sessions add column conversation_id uuid references conversations on delete set null;
alter table bot_sessions add column is_paused boolean not null default false;
create unique index bot_sessions_by_conversation on bot_sessions (conversation_id);

create table livechats (
  conversation_id uuid primary key references conversations on delete cascade,
  bot_id uuid not null references bots on delete cascade,
  visitor_id uuid not null references users,
  source text not null check (source in ('MESSENGER', 'ZALO', 'WEB')),
  state text not null check (state in ('WAITING', 'OPEN', 'CLOSED')),
  agent_id uuid references users,
  -- The session's last turn that is written in the conversation.
  written_turn integer not null default 0,
  waiting_since timestamptz not null default now(),
  claimed_at timestamptz,
  closed_at timestamptz,
  changed_at timestamptz not null default now()
);
create index livechats_by_state on livechats (bot_id, state, changed_at desc, conversation_id);
create index livechats_by_agent on livechats (agent_id);
create index livechats_by_visitor on livechats (visitor_id);

do $$
declare
  known text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'audit_log_action_check');
begin
  alter table audit_log drop constraint audit_log_action_check;
  execute 'alter table audit_log add constraint audit_log_action_check '
    || replace(known, 'ARRAY[', 'ARRAY[''bot.talk''::text, ');
end
$$;
