-- The texts of a bot's stories are translated at the translators' desk (decision 92). The texts are in the drafts of the
-- stories: which of them wait is computed, so no row can be older than its text.

-- Somebody asked for all texts of a bot that are missing or outdated in a language. Without `done_at` it is open.
create table bot_text_requests (
  bot_id uuid not null references bots on delete cascade,
  language text not null check (language in ('en', 'vi', 'ja')),
  asked_by uuid not null references users on delete cascade,
  asked_at timestamptz not null default now(),
  done_at timestamptz,
  primary key (bot_id, language)
);

-- Who is at a text, and what it was last translated from. `field` names the text in its block.
create table bot_text_works (
  flow_id uuid not null references bot_flows on delete cascade,
  block_id text not null,
  field text not null,
  language text not null check (language in ('en', 'vi', 'ja')),
  claimed_by uuid references users on delete set null,
  claimed_at timestamptz,
  source_language text check (source_language in ('en', 'vi', 'ja')),
  source text,
  target text,
  translated_by uuid references users on delete set null,
  translated_at timestamptz,
  primary key (flow_id, block_id, field, language)
);

-- What a translator has typed and not saved.
create table bot_text_drafts (
  user_id uuid not null references users on delete cascade,
  flow_id uuid not null references bot_flows on delete cascade,
  block_id text not null,
  field text not null,
  language text not null check (language in ('en', 'vi', 'ja')),
  content text not null,
  edited_at timestamptz not null default now(),
  primary key (user_id, flow_id, block_id, field, language)
);
create index bot_text_drafts_by_flow on bot_text_drafts (flow_id);

-- Adds an action to those that are known, whichever they are.
do $$
declare
  known text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'audit_log_action_check');
begin
  alter table audit_log drop constraint audit_log_action_check;
  execute 'alter table audit_log add constraint audit_log_action_check '
    || replace(known, 'ARRAY[', 'ARRAY[''bot.texts''::text, ');
end
$$;
