create table conversations (
  id uuid primary key,
  kind text not null check (kind in ('MY_CHAT', 'DIRECT', 'GROUP', 'TEAM', 'CLIENT', 'SUPPORT')),
  name text,
  -- One DIRECT conversation a pair, one MY_CHAT a person: the sorted ids of those in it.
  pair text unique,
  created_by uuid references users on delete set null,
  -- Every change takes the next last_seq; every message also the next last_number.
  last_seq bigint not null default 0,
  last_number bigint not null default 0,
  changed_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);

create table conversation_members (
  conversation_id uuid not null references conversations on delete cascade,
  user_id uuid not null references users on delete cascade,
  read_number bigint not null default 0,
  joined_at timestamptz not null default now(),
  primary key (conversation_id, user_id)
);
create index conversation_members_by_user on conversation_members (user_id, conversation_id);

-- conversation_id leads every key, so that a distributed PostgreSQL can place a room whole.
create table messages (
  conversation_id uuid not null references conversations on delete cascade,
  id uuid not null,
  seq bigint not null,
  changed_seq bigint not null,
  number bigint not null,
  user_id uuid not null references users,
  client_id uuid not null,
  content text not null,
  language text not null check (language in ('en', 'vi', 'ja')),
  created_at timestamptz not null default now(),
  primary key (conversation_id, id)
);
create unique index messages_by_number on messages (conversation_id, number);
create unique index messages_by_client_id on messages (conversation_id, user_id, client_id);
create index messages_by_change on messages (conversation_id, changed_seq);
