-- The person whom a mail names to its recipient: who invites, or who asks for the activation of a profile. The mail goes
-- with the person's account, because its subject contains the name.
alter table mails add column about_user_id uuid references users on delete cascade;
create index mails_by_about_user on mails (about_user_id) where about_user_id is not null;
