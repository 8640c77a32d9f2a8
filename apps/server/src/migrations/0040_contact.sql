create table contact_messages (
  id uuid primary key,
  -- The form it was written in: sent twice, it is still one message.
  form_id uuid unique,
  first_name text not null,
  last_name text not null,
  phone text not null,
  email text not null,
  country text not null,
  topic text not null check (topic in ('consultant', 'project', 'career', 'other')),
  language text not null check (language in ('en', 'vi', 'ja')),
  message text not null,
  state text not null default 'NEW' check (state in ('NEW', 'IN_PROGRESS', 'ANSWERED', 'SPAM')),
  reply text,
  replied_by uuid references users on delete set null,
  replied_at timestamptz,
  created_at timestamptz not null default now()
);
create index contact_messages_by_time on contact_messages (created_at desc, id);

alter table mails add column reply_to text;
