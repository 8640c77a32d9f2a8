-- What translators wrote for bots, for the figures. A work remembers only the last translation of its text.
create table bot_text_translations (
  id bigint generated always as identity primary key,
  bot_id uuid not null references bots on delete cascade,
  language text not null check (language in ('en', 'vi', 'ja')),
  user_id uuid references users on delete set null,
  -- Whether the text was missing. Otherwise it was translated again.
  is_first boolean not null,
  characters integer not null,
  -- When it was asked for.
  asked_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index bot_text_translations_by_bot on bot_text_translations (bot_id, created_at);
create index bot_text_translations_by_user on bot_text_translations (user_id) where user_id is not null;
