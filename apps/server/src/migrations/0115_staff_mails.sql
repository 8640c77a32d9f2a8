-- When an admin was last sent a mail about new work of one kind, and how much has arrived since without a mail.
create table staff_mails (
  user_id uuid not null references users on delete cascade,
  kind text not null,
  mailed_at timestamptz not null,
  waiting integer not null default 0,
  primary key (user_id, kind)
);
-- Mails that could not be sent are counted for every admin's rail.
create index mails_failed on mails (created_at) where sent_at is null and last_error is not null;
create index contact_messages_new on contact_messages (id) where state = 'NEW';
