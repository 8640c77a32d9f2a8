-- Pairs of a text and its translation that people wrote. `scope` says for whom: everybody (the nil UUID), a project, or
-- the one conversation of a private talk.
create table memory_units (
  id uuid primary key,
  scope uuid not null default '00000000-0000-0000-0000-000000000000',
  source_language text not null check (source_language in ('en', 'vi', 'ja')),
  target_language text not null check (target_language in ('en', 'vi', 'ja') and target_language <> source_language),
  source text not null,
  target text not null,
  -- The source as it is compared: width, case and the kind of space do not matter.
  folded text not null,
  source_key uuid generated always as (md5(folded)::uuid) stored,
  target_key uuid generated always as (md5(target)::uuid) stored,
  -- Pieces of the folded source, each a number that also says the two languages (`features/memory/grams.ts`).
  grams integer[] not null,
  approved boolean not null default false,
  user_id uuid references users on delete set null,
  -- The message that it came from, and its room; none for what was brought in from a file.
  message_id uuid,
  conversation_id uuid references conversations on delete set null,
  -- The words of both texts, by which one looks for them.
  lexemes tsvector not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- An exact hit, and one row for each pair.
create unique index memory_units_by_pair
  on memory_units (source_key, source_language, target_language, scope, target_key);
-- Without the pending list: what was just written would be read through at each search.
create index memory_units_by_gram on memory_units using gin (grams) with (fastupdate = off);
create index memory_units_by_word on memory_units using gin (lexemes);
create index memory_units_by_change on memory_units (updated_at desc, id desc);
create index memory_units_by_message on memory_units (message_id) where message_id is not null;
-- Which pieces are common is read off the planner's own statistics.
alter table memory_units alter column grams set statistics 1000;
