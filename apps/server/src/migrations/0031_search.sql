-- As kit/text/fold.ts folds: width, case and accents do not matter; a Japanese voicing mark is no accent.
create function fold_text(given text) returns text
  language sql immutable strict parallel safe
  return normalize(
    translate(
      regexp_replace(normalize(lower(normalize(given, nfkc)), nfd), U&'[\0300-\036f]', '', 'g'),
      'đ', 'd'),
    nfc);

alter table users add column name_folded text generated always as (fold_text(name)) stored;
create index users_by_folded_name on users using gin (name_folded gin_trgm_ops);

alter table files add column name_lexemes tsvector not null default '';
create index files_by_name on files using gin (name_lexemes) where removed_at is null and message_id is not null;

-- What messages say, as words to find; written after the message, by `search_marks` never behind for long. `source` is
-- the original or a translation's language.
create table search_texts (
  conversation_id uuid not null references conversations on delete cascade,
  message_id uuid not null,
  source text not null,
  user_id uuid not null,
  created_at timestamptz not null,
  -- Of file, image, video, audio, link.
  has text[] not null default '{}',
  lexemes tsvector not null,
  folded text not null,
  primary key (conversation_id, message_id, source)
);
create index search_texts_by_word on search_texts using gin (lexemes) with (gin_pending_list_limit = 1024);
create index search_texts_by_time on search_texts (created_at desc, message_id desc);
create index search_texts_by_room on search_texts (conversation_id, created_at desc, message_id desc);

-- The change up to which a conversation's messages can be found.
create table search_marks (
  conversation_id uuid primary key references conversations on delete cascade,
  indexed_seq bigint not null default 0
);
