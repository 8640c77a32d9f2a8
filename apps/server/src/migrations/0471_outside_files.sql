-- WAITING: the files of the event are being fetched, and the person's later events wait for it. Null: it has none, or
-- nobody has asked for them yet.
alter table channel_events add column files text check (files in ('WAITING', 'FETCHED'));
create index channel_events_files on channel_events (id) where files = 'WAITING' and handled_at is null;

-- Files that strangers sent on an outside platform. The row is there before the bytes are, so that whatever a crash
-- leaves is found. A conversation that carries the file has it among its files, with the same id and the same bytes.
create table outside_files (
  id uuid primary key,
  -- The message that carries it: the same as of the turn and of the message in the conversation.
  client_id uuid not null,
  position integer not null,
  -- Whose bot got it. Their room for files of strangers is counted by it.
  maker_id uuid not null references users,
  state text not null default 'PENDING' check (state in ('PENDING', 'STORED', 'FAILED')),
  -- Null while the name is not known, and for a picture without a name that could not be fetched.
  name text,
  type text,
  category text check (category in ('image', 'video', 'audio', 'application')),
  size bigint,
  width integer,
  height integer,
  small_size integer,
  medium_size integer,
  bytes bigint generated always as (coalesce(size, 0) + coalesce(small_size, 0) + coalesce(medium_size, 0)) stored,
  -- When a conversation took it.
  adopted_at timestamptz,
  created_at timestamptz not null default now(),
  unique (client_id, position),
  check (state <> 'STORED' or (name is not null and type is not null and category is not null and size is not null))
);
create index outside_files_by_maker on outside_files (maker_id) include (bytes);
create index outside_files_by_age on outside_files (created_at);
