-- Unread notifications are mailed together after a while. `mail_pending`: it is of a kind that is mailed, and was not yet.
alter table notifications add column mail_pending boolean not null default false;
create index notifications_to_mail on notifications (user_id, id) where mail_pending;

-- When a person was last sent such a mail. The row is also the lock that keeps two mails from being one too many.
create table notification_mails (
  user_id uuid primary key references users on delete cascade,
  mailed_at timestamptz not null default 'epoch'
);
