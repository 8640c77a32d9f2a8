-- Whoever was removed from a project and has not said that they have seen it gets a mail. `removal_mail_pending`: it was
-- not mailed yet. Removals from before this column are not mailed.
alter table project_members add column removal_mail_pending boolean not null default false;
create index project_members_removal_to_mail on project_members (user_id, id) where removal_mail_pending;
