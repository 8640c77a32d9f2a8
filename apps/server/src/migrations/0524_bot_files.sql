-- Pictures and files that people upload for what their bots say. The bytes are stored like those of any file, under `id`.
create table bot_files (
  id uuid primary key,
  -- Part of the address, which visitors and platforms open without a token. Whoever knows it may read the file.
  key text not null unique check (key ~ '^[0-9a-f]{32}$'),
  -- Who uploaded it. It counts towards this person's quota.
  user_id uuid not null references users,
  name text not null,
  type text not null,
  category text not null check (category in ('image', 'video', 'audio', 'application')),
  size bigint not null,
  width integer,
  height integer,
  small_size integer,
  medium_size integer,
  bytes bigint not null generated always as (size + coalesce(small_size, 0) + coalesce(medium_size, 0)) stored,
  created_at timestamptz not null default now(),
  -- Nobody reads it any more: no bot uses it. Its bytes are deleted, then the row.
  removed_at timestamptz
);
create index bot_files_by_user on bot_files (user_id);
create index bot_files_removed on bot_files (removed_at) where removed_at is not null;

-- The bots whose texts have the file's address, or had it once: an older version may be restored. A block that is pasted
-- into another bot has the same file.
create table bot_file_uses (
  bot_id uuid not null references bots on delete cascade,
  file_id uuid not null references bot_files on delete cascade,
  primary key (bot_id, file_id)
);
create index bot_file_uses_by_file on bot_file_uses (file_id);

create trigger count_new_texts after insert on bot_files referencing new table as added
for each statement execute function count_texts('user_id', 'bytes');
create trigger count_removed_texts after delete on bot_files referencing old table as removed
for each statement execute function count_texts('user_id', 'bytes');
