-- What a text says in another language, once for each. Messages are the first subject: their rows name the conversation
-- as well, by which they go with it. `version` is the text's, `last_version` the last one given: a text that lost a race
-- is kept in the history under a number of its own.
create table translations (
  id uuid primary key,
  subject_kind text not null check (subject_kind in ('MESSAGE')),
  subject_id uuid not null,
  conversation_id uuid,
  source text not null check (source in ('en', 'vi', 'ja')),
  language text not null check (language in ('en', 'vi', 'ja')),
  state text not null
    check (state in ('NEEDS_TRANSLATION', 'MACHINE', 'TRANSLATED', 'APPROVED', 'NEEDS_RETRANSLATION')),
  content text not null default '',
  revision integer not null default 0,
  version integer not null default 0,
  last_version integer not null default 0,
  origin text check (origin in ('PERSON', 'MACHINE', 'MEMORY')),
  user_id uuid references users on delete set null,
  approved_by uuid references users on delete set null,
  claimed_by uuid references users on delete set null,
  -- When whoever claimed it was last heard of.
  claimed_at timestamptz,
  -- Who asked for it first, and when; it stays asked for through every edit of the original.
  asked_by uuid references users on delete set null,
  asked_at timestamptz,
  urgency text not null default 'NORMAL' check (urgency in ('LOW', 'NORMAL', 'HIGH')),
  note text not null default '',
  -- Of the last request for another translation, or of the last rejection.
  reason text not null default '',
  -- Since when it waits for a translator; null where nobody has to do anything.
  waiting_since timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (subject_kind, subject_id, language),
  foreign key (conversation_id, subject_id) references messages on delete cascade,
  check ((subject_kind = 'MESSAGE') = (conversation_id is not null))
);
create index translations_by_message on translations (conversation_id, subject_id);
create index translations_waiting on translations (conversation_id, waiting_since) where waiting_since is not null;
create index translations_by_writer on translations (user_id, updated_at desc);
create index translations_by_claimer on translations (claimed_by) where claimed_by is not null;

-- What happened to a translation, with the text where the step brought one.
create table translation_history (
  translation_id uuid not null references translations on delete cascade,
  step integer not null,
  event text not null,
  -- Of the text that the step brought or was about.
  version integer not null,
  content text,
  revision integer not null,
  origin text check (origin in ('PERSON', 'MACHINE', 'MEMORY')),
  state text not null
    check (state in ('NEEDS_TRANSLATION', 'MACHINE', 'TRANSLATED', 'APPROVED', 'NEEDS_RETRANSLATION')),
  user_id uuid references users on delete set null,
  reason text not null default '',
  created_at timestamptz not null default now(),
  primary key (translation_id, step)
);

-- The same as a message carries it, so that every answer with the message has it without another look; null for none. The
-- bytes of its texts stand beside it: what an answer has no room for is not read.
alter table messages
  add column translations jsonb,
  add column translation_bytes integer;

-- Which languages a person knows besides their working language; null until they choose.
alter table users
  add column languages text[] check (languages <@ array['en', 'vi', 'ja']);

-- What was asked for with a mark.
alter table bookmarks
  add column languages text[] not null default '{}' check (languages <@ array['en', 'vi', 'ja']),
  add column note text not null default '',
  add column urgency text not null default 'NORMAL' check (urgency in ('LOW', 'NORMAL', 'HIGH'));
