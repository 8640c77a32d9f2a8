-- A translation that its writer has not submitted: the same on all their devices. An empty one was discarded or submitted;
-- it is remembered for a while, so that a device that was away does not bring the old text back. `set_aside` is what
-- another device had written on its own and what lost.
create table translation_drafts (
  user_id uuid not null references users on delete cascade,
  subject_kind text not null check (subject_kind in ('MESSAGE')),
  subject_id uuid not null,
  conversation_id uuid,
  language text not null check (language in ('en', 'vi', 'ja')),
  content text not null,
  set_aside text not null default '',
  version integer not null,
  revision integer not null,
  from_memory boolean not null default false,
  edited_at timestamptz not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, subject_kind, subject_id, language),
  foreign key (conversation_id, subject_id) references messages on delete cascade,
  check ((subject_kind = 'MESSAGE') = (conversation_id is not null))
);
create index translation_drafts_by_message on translation_drafts (conversation_id, subject_id);
