-- A row is there before its bytes are, as removed; so whatever a crash leaves in the storage is found and removed.
create table files (
  id uuid primary key,
  user_id uuid not null references users,
  conversation_id uuid not null references conversations on delete cascade,
  -- Null until a message carries it; what stays so for a day is thrown away.
  message_id uuid,
  name text not null,
  type text not null,
  category text not null check (category in ('image', 'video', 'audio', 'application')),
  size bigint not null,
  width integer,
  height integer,
  -- Bytes of the renditions; null for none.
  small_size integer,
  medium_size integer,
  created_at timestamptz not null default now(),
  -- Nobody reads it: not stored yet, or thrown away. Its bytes are removed, then the row.
  removed_at timestamptz
);
create index files_by_conversation on files (conversation_id, created_at desc, id desc)
  where removed_at is null and message_id is not null;
create index files_by_user on files (user_id, created_at desc, id desc) where removed_at is null;
create index files_unsent on files (created_at) where message_id is null and removed_at is null;
create index files_removed on files (removed_at) where removed_at is not null;

-- [{id, name, type, category, size, width, height}] as the contract describes a file; null for none. A window of
-- messages is read without a look at any other table.
alter table messages add column files jsonb;
