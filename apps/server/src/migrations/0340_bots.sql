-- Bots answer people who have no account. What they say is drawn as flows (decision 62).
create table bots (
  id uuid primary key,
  name text not null,
  -- The first is spoken where a visitor's is none of them.
  languages text[] not null,
  platforms text[] not null,
  current_platform text not null default 'MESSENGER' check (current_platform in ('MESSENGER', 'ZALO', 'WEB')),
  hours jsonb,
  -- What a new visitor begins with.
  start_flow_id uuid,
  created_by uuid not null references users,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index bots_by_change on bots (updated_at desc);
create index bots_by_creator on bots (created_by);

create table bot_people (
  bot_id uuid not null references bots on delete cascade,
  user_id uuid not null references users on delete cascade,
  part text not null check (part in ('OWNER', 'EDITOR', 'AGENT')),
  created_at timestamptz not null default now(),
  primary key (bot_id, user_id)
);
create index bot_people_by_user on bot_people (user_id);

create table bot_flows (
  id uuid primary key,
  bot_id uuid not null references bots on delete cascade,
  name text not null,
  is_enabled boolean not null default false,
  -- Counts the changes of the draft, which is the save with this number.
  revision integer not null default 1,
  save_number integer not null default 1,
  -- The newest publication.
  published_number integer,
  edited_by uuid not null references users,
  -- A deleted one stays for the visitors who are in it.
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index bot_flows_by_bot on bot_flows (bot_id) where removed_at is null;
create index bot_flows_by_editor on bot_flows (edited_by);
alter table bots add foreign key (start_flow_id) references bot_flows on delete set null;
create index bots_by_start_flow on bots (start_flow_id);

-- The draft as it was saved. The newest one is changed in place for some minutes, unless it was published: then it never
-- changes again, because sessions run it.
create table bot_flow_saves (
  flow_id uuid not null references bot_flows on delete cascade,
  number integer not null,
  flow jsonb not null,
  user_id uuid not null references users,
  is_published boolean not null default false,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (flow_id, number)
);
create index bot_flow_saves_by_user on bot_flow_saves (user_id);

-- An older version that is published again is a publication of its own.
create table bot_flow_publications (
  flow_id uuid not null references bot_flows on delete cascade,
  number integer not null,
  save_number integer not null,
  user_id uuid not null references users,
  created_at timestamptz not null default now(),
  primary key (flow_id, number),
  foreign key (flow_id, save_number) references bot_flow_saves
);
create index bot_flow_publications_by_user on bot_flow_publications (user_id);

do $$
declare
  known text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'audit_log_action_check');
begin
  alter table audit_log drop constraint audit_log_action_check;
  execute 'alter table audit_log add constraint audit_log_action_check '
    || replace(known, 'ARRAY[', 'ARRAY[''bot.create''::text, ''bot.change''::text, ''bot.people''::text, ''bot.publish''::text, ''bot.switch''::text, ''bot.remove''::text, ');
end
$$;
