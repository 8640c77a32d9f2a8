-- The list is ordered by the newest message; changed_at also moves with edits and reactions.
alter table conversations add column last_message_at timestamptz not null default now();
update conversations set last_message_at = changed_at;

-- Own messages count as read. They never lie beyond the furthest place the mark has been, so that counting those after
-- a mark that was moved back looks at nothing else.
alter table conversation_members
  add column read_high bigint not null default 0,
  add column role text not null default 'MEMBER' check (role in ('OWNER', 'MEMBER')),
  add column pinned_at timestamptz,
  add column muted_at timestamptz;
update conversation_members set read_high = read_number;
update conversation_members m set role = 'OWNER' from conversations c
  where c.id = m.conversation_id and c.kind = 'GROUP' and c.created_by = m.user_id;
create index conversation_members_pinned on conversation_members (user_id) where pinned_at is not null;

-- Who left a room: their other devices learn of it at the next catch-up.
create table conversation_leavings (
  user_id uuid not null references users on delete cascade,
  conversation_id uuid not null references conversations on delete cascade,
  left_at timestamptz not null default now(),
  primary key (user_id, conversation_id)
);

-- A reply's number is its place in its thread; without parent_id it is the place in the room.
alter table messages
  add column parent_id uuid,
  add column revision integer not null default 1,
  add column edited_at timestamptz,
  add column deleted_at timestamptz,
  add column pinned_at timestamptz,
  add column bookmarked_at timestamptz,
  -- [{"type": "👍", "user_ids": [...]}], in the order they came; null for none.
  add column reactions jsonb,
  -- Of a thread's first message: the last number given to a reply, those not deleted, who wrote last.
  add column reply_number bigint,
  add column reply_count integer,
  add column reply_user_ids uuid[],
  add column last_reply_at timestamptz,
  add foreign key (conversation_id, parent_id) references messages (conversation_id, id) on delete cascade;
drop index messages_by_number;
create unique index messages_by_number on messages (conversation_id, number) where parent_id is null;
create unique index replies_by_number on messages (conversation_id, parent_id, number) where parent_id is not null;
create index messages_deleted on messages (conversation_id, number)
  where deleted_at is not null and parent_id is null;
create index replies_deleted on messages (conversation_id, parent_id, number)
  where deleted_at is not null and parent_id is not null;
create index messages_pinned on messages (conversation_id, pinned_at) where pinned_at is not null;

-- What a message said before each edit.
create table message_revisions (
  conversation_id uuid not null,
  message_id uuid not null,
  revision integer not null,
  content text not null,
  language text not null check (language in ('en', 'vi', 'ja')),
  created_at timestamptz not null,
  primary key (conversation_id, message_id, revision),
  foreign key (conversation_id, message_id) references messages on delete cascade
);

-- Who follows a thread, from the first reply on: its author and those who replied.
create table thread_members (
  conversation_id uuid not null,
  message_id uuid not null,
  user_id uuid not null references users on delete cascade,
  read_number bigint not null default 0,
  read_high bigint not null default 0,
  primary key (conversation_id, message_id, user_id),
  foreign key (conversation_id, message_id) references messages on delete cascade
);
create index thread_members_by_user on thread_members (user_id);

-- A message that a person marked for translation.
create table bookmarks (
  conversation_id uuid not null,
  message_id uuid not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  read_at timestamptz,
  primary key (conversation_id, message_id, user_id),
  foreign key (conversation_id, message_id) references messages on delete cascade
);
create index bookmarks_by_user on bookmarks (user_id, created_at desc);

-- What a person is writing, on whichever device; message_id is the thread's, or the nil UUID for the room itself.
create table drafts (
  user_id uuid not null references users on delete cascade,
  conversation_id uuid not null references conversations on delete cascade,
  message_id uuid not null default '00000000-0000-0000-0000-000000000000',
  content text not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, conversation_id, message_id)
);
