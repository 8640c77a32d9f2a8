create extension if not exists pg_trgm;

-- Keys that every process of this installation shares, made once.
create table secrets (
  name text primary key,
  value bytea not null,
  created_at timestamptz not null default now()
);

create table users (
  id uuid primary key,
  email text not null unique,
  password_hash text,
  name text not null,
  role text not null default 'user' check (role in ('user', 'company', 'dev', 'comtor', 'brse', 'admin')),
  account_type text check (account_type in ('PERSONAL', 'COMPANY')),
  interface_language text not null default 'en' check (interface_language in ('en', 'vi', 'ja')),
  working_language text check (working_language in ('en', 'vi', 'ja')),
  avatar text,
  -- Names the person's live queue; whoever knows it still needs the person's token to listen.
  live_endpoint text not null unique,
  confirmed_at timestamptz,
  blocked_at timestamptz,
  created_at timestamptz not null default now()
);
create index users_by_name on users using gin (lower(name) gin_trgm_ops);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  user_agent text not null default '',
  ip text not null default '',
  created_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index sessions_by_user on sessions (user_id);

-- Only hashes: a stolen copy of this table signs nobody in.
create table refresh_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index refresh_tokens_by_session on refresh_tokens (session_id);

create table mail_links (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('confirm', 'reset')),
  -- A sign-up takes effect by its own link: nobody confirms a password that somebody else chose for their address.
  password_hash text,
  name text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mail_links_by_user on mail_links (user_id, purpose);

create table mails (
  id uuid primary key,
  recipient text not null,
  language text not null,
  template text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text,
  sent_at timestamptz
);
create index mails_by_time on mails (created_at);
