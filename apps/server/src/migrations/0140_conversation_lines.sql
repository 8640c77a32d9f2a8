-- What became of a conversation, for its history: see decision 34. Not among the messages, so that nothing that counts,
-- finds or changes those can meet one. `number` is that of the message it stands after.
create table conversation_lines (
  conversation_id uuid not null references conversations on delete cascade,
  seq bigint not null,
  number bigint not null,
  kind text not null check (
    kind in ('JOINED', 'ADDED', 'LEFT', 'REMOVED', 'RENAMED', 'OWNER', 'NOT_OWNER', 'CLOSED')),
  actor_id uuid references users,
  user_ids uuid[] not null default '{}',
  user_count integer not null default 0,
  name text,
  created_at timestamptz not null default now(),
  primary key (conversation_id, seq)
);
create index conversation_lines_by_number on conversation_lines (conversation_id, number, seq);
