-- What a bot answers when no block of a story waits for a message (decision 65).
create table bot_articles (
  id uuid primary key,
  bot_id uuid not null references bots on delete cascade,
  name text not null,
  title jsonb not null,
  text jsonb not null,
  image text,
  buttons jsonb not null,
  revision integer not null default 1,
  edited_by uuid not null references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index bot_articles_by_bot on bot_articles (bot_id, lower(name), id);
create index bot_articles_by_editor on bot_articles (edited_by);

create table bot_phrases (
  id uuid primary key,
  bot_id uuid not null references bots on delete cascade,
  -- The lowest wins.
  position double precision not null,
  kind text not null check (kind in ('contains', 'exact', 'starts', 'fuzzy', 'pattern')),
  keywords text[] not null,
  -- One of these: a text, an article, a story.
  answer jsonb,
  -- The feature refuses to delete an article that is used; this is for a bot that is deleted with both.
  article_id uuid references bot_articles on delete cascade,
  -- A story that was deleted answers nobody.
  flow_id uuid references bot_flows on delete cascade,
  is_enabled boolean not null default true,
  revision integer not null default 1,
  edited_by uuid not null references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(answer, article_id, flow_id) = 1)
);
create index bot_phrases_by_position on bot_phrases (bot_id, position, id);
create index bot_phrases_by_article on bot_phrases (article_id) where article_id is not null;
create index bot_phrases_by_flow on bot_phrases (flow_id) where flow_id is not null;
create index bot_phrases_by_editor on bot_phrases (edited_by);

-- Counts the changes of the phrases, so that a process knows whether those that it has compiled are the newest.
alter table bots add column phrase_version integer not null default 0;
