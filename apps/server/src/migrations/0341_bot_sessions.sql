-- One visitor's way through a bot's stories. It runs one save, which was published and never changes.
create table bot_sessions (
  id uuid primary key,
  bot_id uuid not null references bots on delete cascade,
  platform text not null check (platform in ('MESSENGER', 'ZALO', 'WEB')),
  -- SHA-256 of the visitor's token.
  token_hash bytea not null unique,
  flow_id uuid not null,
  save_number integer not null,
  state jsonb not null,
  -- The number of its newest turn.
  turn_count integer not null default 0,
  created_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  foreign key (flow_id, save_number) references bot_flow_saves on delete cascade
);
create index bot_sessions_by_bot on bot_sessions (bot_id, last_at desc);
create index bot_sessions_by_save on bot_sessions (flow_id, save_number);
create index bot_sessions_by_age on bot_sessions (last_at);

-- What happened, and what the bot did then: enough to replay a session.
create table bot_turns (
  session_id uuid not null references bot_sessions on delete cascade,
  number integer not null,
  -- Of a visitor's message: the same one again is no second turn.
  client_id uuid,
  event jsonb not null,
  effects jsonb not null,
  -- The save that it began with, then those of the stories that it jumped to.
  ran jsonb not null,
  created_at timestamptz not null default now(),
  primary key (session_id, number)
);
create unique index bot_turns_by_client_id on bot_turns (session_id, client_id) where client_id is not null;
