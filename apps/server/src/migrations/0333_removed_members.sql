-- Who took a member out of a project. The person is told on their start page and on the project's, until they say that
-- they have seen it. Null: they left themselves, or an invitation was withdrawn.
alter table project_members
  add column removed_by uuid references users,
  add column removal_seen_at timestamptz;
create index project_members_removed on project_members (user_id, archived_at desc)
  where removed_by is not null and removal_seen_at is null;
create index project_members_removed_by on project_members (removed_by) where removed_by is not null;
