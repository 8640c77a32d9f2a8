-- A person on an outside platform may write to a bot without a story: people answer them from the first message on.
alter table bot_sessions alter column flow_id drop not null;
alter table bot_sessions alter column save_number drop not null;
-- The name that a platform tells of a person.
alter table bot_sessions add column visitor_name text;
alter table bot_sessions add constraint bot_sessions_place_check check ((flow_id is null) = (save_number is null));

-- A Facebook page or a Zalo Official Account that is joined to a bot.
create table channel_pages (
  id uuid primary key,
  platform text not null check (platform in ('MESSENGER', 'ZALO')),
  -- The platform's id of the page.
  external_id text not null,
  bot_id uuid not null references bots on delete cascade,
  name text not null,
  state text not null check (state in ('CONNECTED', 'PAUSED', 'BROKEN', 'DISCONNECTED')),
  -- The tokens, encrypted (kit/secrets.ts). Null: the page is disconnected.
  key_id text,
  tokens bytea,
  -- Counts how often the tokens have changed.
  token_number integer not null default 0,
  token_expires_at timestamptz,
  last_event_at timestamptz,
  last_error jsonb,
  unknown_count bigint not null default 0,
  created_at timestamptz not null default now(),
  unique (platform, external_id),
  check ((key_id is null) = (tokens is null)),
  check (state = 'DISCONNECTED' or tokens is not null)
);
create index channel_pages_by_bot on channel_pages (bot_id);

-- A person has been sent to a platform to allow us to act for their pages.
create table channel_connects (
  -- SHA-256 of the state that comes back with the person.
  state_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  bot_id uuid not null references bots on delete cascade,
  platform text not null check (platform in ('MESSENGER', 'ZALO')),
  -- What is secret of it, encrypted: the verifier of PKCE, then the pages that were found with their tokens.
  key_id text not null,
  secret bytea not null,
  created_at timestamptz not null default now()
);
create index channel_connects_by_age on channel_connects (created_at);
create index channel_connects_by_user on channel_connects (user_id);
create index channel_connects_by_bot on channel_connects (bot_id);

-- Somebody who has written to a page.
create table channel_people (
  id uuid primary key,
  page_id uuid not null references channel_pages on delete cascade,
  -- The platform's id of the person, which differs from page to page.
  external_id text not null,
  session_id uuid references bot_sessions on delete set null,
  -- The person's last act: the time in which they may be written to begins there.
  last_act_at timestamptz,
  is_following boolean not null default true,
  is_blocked boolean not null default false,
  -- The change of the conversation up to which messages of people have become deliveries.
  read_seq bigint not null default 0,
  created_at timestamptz not null default now(),
  unique (page_id, external_id)
);
create unique index channel_people_by_session on channel_people (session_id);

-- What the platforms have told us, stored before it is answered.
create table channel_events (
  id bigint generated always as identity primary key,
  page_id uuid not null references channel_pages on delete cascade,
  -- The platform's id of the person.
  person text not null,
  -- The same event has the same key, so that one that comes again is stored once.
  key text not null,
  event jsonb not null,
  tries integer not null default 0,
  try_at timestamptz not null default now(),
  handled_at timestamptz,
  created_at timestamptz not null default now(),
  unique (page_id, key)
);
create index channel_events_next on channel_events (id) where handled_at is null;
create index channel_events_open on channel_events (page_id, person, id) where handled_at is null;
create index channel_events_by_age on channel_events (created_at);

-- A message of people and what has become of it on the platform.
create table channel_deliveries (
  message_id uuid primary key,
  person_id uuid not null references channel_people on delete cascade,
  state text not null check (state in ('UNTRANSLATED', 'QUEUED', 'SENT', 'DELIVERED', 'SEEN', 'FAILED')),
  -- What is sent. Null while it waits for its translation.
  content text,
  language text,
  error jsonb,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create index channel_deliveries_by_person on channel_deliveries (person_id, created_at desc);

-- The calls of the platforms' send APIs, in order.
create table channel_sends (
  id bigint generated always as identity primary key,
  page_id uuid not null references channel_pages on delete cascade,
  person_id uuid not null references channel_people on delete cascade,
  -- The message of people. Null: a bot says it.
  message_id uuid references channel_deliveries on delete cascade,
  payload jsonb not null,
  -- SENDING: a process has called the platform, or is about to. If it dies, nobody knows what became of the call.
  state text not null default 'QUEUED' check (state in ('QUEUED', 'SENDING', 'SENT', 'FAILED')),
  tries integer not null default 0,
  try_at timestamptz not null default now(),
  -- When the call was made.
  called_at timestamptz,
  -- The platform's id of the sent message.
  external_id text,
  error jsonb,
  changed_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index channel_sends_open on channel_sends (person_id, id) where state in ('QUEUED', 'SENDING');
create index channel_sends_due on channel_sends (page_id, try_at, id) where state = 'QUEUED';
create index channel_sends_running on channel_sends (changed_at) where state = 'SENDING';
create index channel_sends_by_message on channel_sends (message_id) where message_id is not null;
create index channel_sends_by_external on channel_sends (page_id, external_id) where external_id is not null;
create index channel_sends_by_age on channel_sends (created_at);

do $$
declare
  known text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'audit_log_action_check');
begin
  alter table audit_log drop constraint audit_log_action_check;
  execute 'alter table audit_log add constraint audit_log_action_check '
    || replace(known, 'ARRAY[', 'ARRAY[''channel.connect''::text, ''channel.pause''::text, ''channel.disconnect''::text, ''channel.block''::text, ');
end
$$;
