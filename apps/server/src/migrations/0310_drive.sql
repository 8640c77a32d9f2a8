-- A file of a person's drive. It has its row among the files, with the person's own notes as its place and the same id.
-- Nobody else reads it, and no message carries it.
alter table files add column in_drive boolean not null default false;
drop index files_unsent;
create index files_unsent on files (created_at)
  where message_id is null and project_id is null and not in_drive and removed_at is null;

create table drive_entries (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- Null: the drive itself. What was in a folder that is deleted for good while the entry was in the trash by itself
  -- comes back there.
  folder_id uuid references drive_entries on delete set null,
  -- Null: a folder.
  file_id uuid references files on delete cascade,
  name text not null,
  -- The same for names that differ in upper and lower case alone.
  name_key text not null,
  -- The name as a search compares it.
  folded_name text not null,
  -- The same with each number at full length, so that "2" comes before "10".
  sort_name text collate "C" not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  trashed_at timestamptz,
  -- With which entry it went to the trash: itself, or the folder that it was in.
  trashed_with uuid,
  check ((trashed_at is null) = (trashed_with is null)),
  check (file_id is null or file_id = id)
);
-- By a hash, because a long name does not fit into an index.
create unique index drive_entries_by_name on drive_entries (
  user_id, coalesce(folder_id, '00000000-0000-0000-0000-000000000000'), md5(name_key)) where trashed_at is null;
create index drive_entries_in_folder on drive_entries (folder_id) where folder_id is not null;
create index drive_entries_of_file on drive_entries (file_id) where file_id is not null;
create index drive_entries_with on drive_entries (trashed_with) where trashed_with is not null;
create index drive_entries_in_trash on drive_entries (user_id, trashed_at) where trashed_at is not null;
create index drive_entries_due on drive_entries (trashed_at) where trashed_at is not null;
