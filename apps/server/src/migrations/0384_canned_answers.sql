-- Texts that the people of a bot answer visitors with, by a shortcut.
create table bot_canned_answers (
  id uuid primary key,
  bot_id uuid not null references bots on delete cascade,
  shortcut text not null,
  text jsonb not null,
  revision integer not null default 1,
  edited_by uuid not null references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (bot_id, shortcut)
);
create index bot_canned_answers_by_editor on bot_canned_answers (edited_by);
